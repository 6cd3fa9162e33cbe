package io.concor.autoconfigure.endpoint.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.mock.env.MockEnvironment;

class TomcatManagementTests {

    private final MockEnvironment environment = new MockEnvironment();

    private Object swallowSize() {
        TomcatServletWebServerFactory factory = new TomcatServletWebServerFactory();
        new ConcorTomcatManagementConfiguration()
                .concorSwallowSizeCustomizer(environment)
                .customize(factory);
        Connector connector = new Connector();
        connector.setProperty("maxSwallowSize", "7");
        factory.getConnectorCustomizers().forEach(customizer -> customizer.customize(connector));
        return connector.getProperty("maxSwallowSize");
    }

    @Test
    void readsNothingOfARefusedBodyByDefault() {
        assertThat(swallowSize()).isEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server.tomcat.max-swallow-size", "server.tomcat.maxSwallowSize"})
    void keepsTheSizeThatTheApplicationSets(String property) {
        environment.setProperty(property, "64KB");

        assertThat(swallowSize()).isEqualTo(7);
    }
}
