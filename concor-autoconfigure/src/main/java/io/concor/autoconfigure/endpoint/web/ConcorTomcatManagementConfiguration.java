package io.concor.autoconfigure.endpoint.web;

import org.apache.catalina.startup.Tomcat;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Configuration of Tomcat for a management port of its own. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
@ConditionalOnClass({Tomcat.class, ConfigurableTomcatWebServerFactory.class})
final class ConcorTomcatManagementConfiguration {

    private static final String SWALLOW_SIZE = "server.tomcat.max-swallow-size";

    /**
     * Closes the connection of a refused request at once, unless the application sets another size. By default Tomcat
     * reads the rest of the body first, so that callers without a log-in who send it slowly occupy all threads.
     */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> concorSwallowSizeCustomizer(
            Environment environment) {
        boolean configured =
                Binder.get(environment).bind(SWALLOW_SIZE, String.class).isBound();
        return factory -> {
            if (!configured) {
                factory.addConnectorCustomizers(connector -> connector.setProperty("maxSwallowSize", "0"));
            }
        };
    }
}
