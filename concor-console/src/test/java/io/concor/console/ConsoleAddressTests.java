package io.concor.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

class ConsoleAddressTests {

    private static final String PATH = "/actuator/concorconsole";

    private final MockEnvironment environment = new MockEnvironment();

    @Test
    void isOnThePortOfTheApplicationUnlessTheEndpointsHaveTheirOwn() {
        environment.withProperty("local.server.port", "8080").withProperty("local.management.port", "8081");

        assertThat(ConsoleAddress.address(environment, true, PATH))
                .isEqualTo("http://localhost:8080/actuator/concorconsole/");
        assertThat(ConsoleAddress.address(environment, false, PATH))
                .isEqualTo("http://localhost:8081/actuator/concorconsole/");
    }

    @Test
    void hasTheContextPathTheHostAndTheProtocolOfTheServer() {
        environment
                .withProperty("local.server.port", "443")
                .withProperty("server.servlet.context-path", "/shop")
                .withProperty("server.address", "10.0.0.7")
                .withProperty("server.ssl.bundle", "web");

        assertThat(ConsoleAddress.address(environment, true, PATH))
                .isEqualTo("https://10.0.0.7:443/shop/actuator/concorconsole/");
        assertThat(ConsoleAddress.address(environment.withProperty("server.address", "0.0.0.0"), true, PATH))
                .startsWith("https://localhost:");
    }
}
