package io.concor.autoconfigure.security;

import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Auto-configuration that ends the start of a web application whose endpoints should be protected and cannot be: they
 * would be open. Before any bean exists, so that no other failure hides this one.
 */
@AutoConfiguration
@ConditionalOnEnabled(value = "concor.security.enabled", byDefault = false)
public final class ConcorUnavailableSecurityAutoConfiguration {

    ConcorUnavailableSecurityAutoConfiguration() {}

    @Bean
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    static BeanFactoryPostProcessor concorSecurityOfReactiveApplication() {
        return beans -> {
            throw UnavailableSecurityException.reactive();
        };
    }

    @Bean
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @Conditional(WithoutSpringSecurity.class)
    static BeanFactoryPostProcessor concorSecurityWithoutSpringSecurity() {
        return beans -> {
            throw UnavailableSecurityException.withoutSpringSecurity();
        };
    }

    /** Matches where {@link ConcorSecurityAutoConfiguration} lacks a class. */
    private static final class WithoutSpringSecurity extends NoneNestedConditions {

        WithoutSpringSecurity() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnClass({SecurityFilterChain.class, HttpSecurity.class, EndpointRequest.class})
        static final class SpringSecurity {

            private SpringSecurity() {}
        }
    }
}
