package io.concor.autoconfigure.flow;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyFactoryBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.core.SimpleAliasRegistry;

/**
 * The types that bean definitions declare, with generics. A name leads to the definition that Spring would use: an alias
 * to its bean, a scoped proxy to its target, a factory bean to its product, and a name that the context does not have to
 * the bean of a parent context.
 *
 * @param beans the bean factory
 */
public record DeclaredBeanTypes(ConfigurableListableBeanFactory beans) {

    /** The property of a {@link ScopedProxyFactoryBean} that names its target. */
    private static final String TARGET = "targetBeanName";

    /** Returns the declared type of a bean, or its class if it has no definition. */
    public ResolvableType of(String bean) {
        String name = canonical(bean);
        DeclaredBeanTypes parent = parentWith(name);
        return parent == null ? ofLocal(name) : parent.of(name);
    }

    private ResolvableType ofLocal(String name) {
        Class<?> type = beans.getType(name, false); // makes the definition resolve its factory method
        if (!beans.containsBeanDefinition(name)) {
            return ResolvableType.forClass(type);
        }
        BeanDefinition definition = beans.getMergedBeanDefinition(name);
        ResolvableType declared = definition.getResolvableType();
        return FactoryBean.class.isAssignableFrom(declared.toClass()) ? product(definition, declared, type) : declared;
    }

    private ResolvableType product(BeanDefinition factory, ResolvableType declared, @Nullable Class<?> type) {
        if (declared.resolve() == ScopedProxyFactoryBean.class
                && factory.getPropertyValues().get(TARGET) instanceof String target) {
            return of(target);
        }
        ResolvableType product = factory.getAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE) instanceof ResolvableType given
                ? given
                : declared.as(FactoryBean.class).getGeneric();
        boolean describes =
                type == null || product.hasGenerics() && product.toClass().isAssignableFrom(type);
        return describes ? product : ResolvableType.forClass(type);
    }

    /** Returns the definition that a name leads to, or null if there is none, as for a registered singleton. */
    @Nullable
    BeanDefinition definition(String bean) {
        String name = canonical(bean);
        DeclaredBeanTypes parent = parentWith(name);
        if (parent != null) {
            return parent.definition(name);
        }
        return beans.containsBeanDefinition(name) ? beans.getMergedBeanDefinition(name) : null;
    }

    private @Nullable DeclaredBeanTypes parentWith(String name) {
        return !beans.containsLocalBean(name)
                        && beans.getParentBeanFactory() instanceof ConfigurableListableBeanFactory parent
                ? new DeclaredBeanTypes(parent)
                : null;
    }

    /** A parent does not know the aliases of its child. */
    private String canonical(String bean) {
        return beans instanceof SimpleAliasRegistry aliases ? aliases.canonicalName(bean) : bean;
    }
}
