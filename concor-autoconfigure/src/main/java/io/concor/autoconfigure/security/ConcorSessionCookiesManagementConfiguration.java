package io.concor.autoconfigure.security;

import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.security.web.SecurityFilterChain;

/** Configuration of the cookies of the server that serves the management endpoints. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({ConfigurableServletWebServerFactory.class, SecurityFilterChain.class})
@ConditionalOnEnabled(value = "concor.security.enabled", byDefault = false)
final class ConcorSessionCookiesManagementConfiguration {

    @Bean
    WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> concorSessionCookies() {
        return SessionCookies::restrict;
    }
}
