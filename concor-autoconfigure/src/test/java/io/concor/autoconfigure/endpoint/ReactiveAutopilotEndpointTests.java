package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.reactive.ReactiveWebServerFactory;
import org.springframework.test.context.TestPropertySource;

/** One request for each connection: see {@link ReactiveEndpointsTests}. */
@TestPropertySource(
        properties = {"spring.main.web-application-type=reactive", "server.netty.max-keep-alive-requests=1"})
class ReactiveAutopilotEndpointTests extends AutopilotEndpointTests {

    @Test
    void isServedByWebFlux(@Autowired(required = false) ReactiveWebServerFactory server) {
        assertThat(server).isNotNull();
    }
}
