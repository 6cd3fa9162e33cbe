package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Probes of Kubernetes, which have no password, if the endpoints have a port of their own. */
@SpringBootTest(
        classes = SecureApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "management.endpoint.health.probes.add-additional-paths=true",
            "management.endpoint.health.group.own.include=ping",
            "management.endpoint.health.group.own.additional-path=management:/own",
            "management.endpoint.health.probes.enabled=true",
            "management.endpoints.web.exposure.include=health,concor",
            "concor.security.enabled=true",
            "concor.security.users.viewer.password=" + RolesTests.HASH,
            "concor.security.users.viewer.roles=viewer",
            SecureApplication.EXCLUDED
        })
class ProbesManagementPortTests {

    @LocalServerPort
    private int port;

    @LocalManagementPort
    private int managementPort;

    private int probe(String path) {
        return new LoopbackCaller("127.0.0.1", port).get(path).status();
    }

    @ParameterizedTest
    @CsvSource({"/livez, 200", "/readyz, 200", "/livez/more, 401", "/orders, 401"})
    void areAnswered(String path, int status) {
        assertThat(probe(path)).isEqualTo(status);
    }

    @Test
    void seeGroupsThatArePutOnTheManagementPort() {
        assertThat(new LoopbackCaller("127.0.0.1", managementPort).get("/own").status())
                .isEqualTo(200);
        assertThat(probe("/own")).isEqualTo(401);
    }
}
