package io.concor.autoconfigure.web;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConditionalOnEnabled;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Auto-configuration of the answers to clients whose events a flow refuses or does not complete, for Spring MVC and
 * WebFlux. Comes last: of advices with the same order, Spring asks the one that is defined first.
 */
@AutoConfiguration
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@ConditionalOnClass(ControllerAdvice.class)
@ConditionalOnWebApplication
@ConditionalOnEnabled("concor.web.errors.enabled")
public final class ConcorWebErrorsAutoConfiguration {

    ConcorWebErrorsAutoConfiguration() {}

    @Bean
    FlowErrorAdvice concorFlowErrorAdvice() {
        return new FlowErrorAdvice();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebMvcConfigurer.class)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @EnableConfigurationProperties(ConcorProperties.class)
    static class Mvc {

        @Bean
        AsyncTimeout concorAsyncTimeout(ConcorProperties properties) {
            return new AsyncTimeout(properties);
        }
    }
}
