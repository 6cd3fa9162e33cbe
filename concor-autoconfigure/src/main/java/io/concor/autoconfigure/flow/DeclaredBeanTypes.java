package io.concor.autoconfigure.flow;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;

/** The types that the definitions of beans declare, generics and all; of a bean without a definition, its class. */
public record DeclaredBeanTypes(ConfigurableListableBeanFactory beans) {

    public ResolvableType of(String bean) {
        Class<?> type = beans.getType(bean, false); // makes the definition find its factory method
        return beans.containsBeanDefinition(bean)
                ? beans.getMergedBeanDefinition(bean).getResolvableType()
                : ResolvableType.forClass(type);
    }
}
