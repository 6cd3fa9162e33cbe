package io.concor.autoconfigure.datasource;

import com.zaxxer.hikari.HikariConfig;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBean;
import org.springframework.context.ApplicationContext;

/** The properties that a data source of HikariCP is bound to: those of Spring Boot, or of the application's own bean. */
final class HikariProperties {

    private HikariProperties() {}

    /**
     * Returns the property of the largest number of connections, or null if the bean is not bound to properties, or is one
     * that only wraps the data source.
     */
    static @Nullable String maximumPoolSize(ApplicationContext context, String bean, Object instance) {
        ConfigurationPropertiesBean properties = ConfigurationPropertiesBean.get(context, instance, bean);
        return properties == null || !bindsPool(properties)
                ? null
                : properties.getAnnotation().prefix() + ".maximum-pool-size";
    }

    /** A bean that was wrapped after its binding is known by the type that its method declares. */
    private static boolean bindsPool(ConfigurationPropertiesBean properties) {
        return properties.getInstance() instanceof HikariConfig
                || HikariConfig.class.isAssignableFrom(
                        properties.asBindTarget().getType().toClass());
    }
}
