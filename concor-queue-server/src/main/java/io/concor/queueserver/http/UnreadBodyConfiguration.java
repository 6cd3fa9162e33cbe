package io.concor.queueserver.http;

import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Lets no thread of the web server wait for a body that is not read. */
@Configuration(proxyBeanMethods = false)
class UnreadBodyConfiguration {

    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> unreadBodies() {
        return factory -> factory.addEngineValves(new UnreadBodyValve());
    }
}
