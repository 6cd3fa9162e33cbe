package io.concor.autoconfigure.flow;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;

/**
 * The types that bean definitions declare, with generics.
 *
 * @param beans the bean factory
 */
public record DeclaredBeanTypes(ConfigurableListableBeanFactory beans) {

    /** Returns the declared type of a bean, or its class if it has no definition. */
    public ResolvableType of(String bean) {
        Class<?> type = beans.getType(bean, false); // makes the definition resolve its factory method
        return beans.containsBeanDefinition(bean)
                ? beans.getMergedBeanDefinition(bean).getResolvableType()
                : ResolvableType.forClass(type);
    }
}
