package io.concor.queueserver.http;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Lets no thread of the web server wait for a body. */
@Configuration(proxyBeanMethods = false)
class BodyReadingConfiguration {

    @Bean
    WebMvcConfigurer bodiesOfAsynchronousRequests(BodyReader bodies) {
        return new WebMvcConfigurer() {
            @Override
            public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
                configurer.registerDeferredResultInterceptors(bodies);
            }
        };
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> unreadBodies() {
        return factory -> factory.addEngineValves(new UnreadBodyValve());
    }
}
