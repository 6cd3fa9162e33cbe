package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Browsers that log in on the port of the management endpoints alone. */
@SpringBootTest(
        classes = SecureApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "management.endpoints.web.exposure.include=health,concor,concorslots",
            "management.endpoint.concorslots.access=unrestricted",
            "concor.security.enabled=true",
            "concor.security.other-requests=open",
            "concor.security.sessions-per-user=2",
            "concor.security.users.viewer.password=" + BrowserLoginContract.HASH,
            "concor.security.users.viewer.roles=viewer",
            "concor.security.users.operator.password=" + BrowserLoginContract.HASH,
            "concor.security.users.operator.roles=operator",
            SecureApplication.EXCLUDED
        })
class BrowserLoginManagementPortTests extends BrowserLoginContract {

    @LocalManagementPort
    private int port;

    @Test
    void thePortOfTheApplicationHasNoneOfIt(@LocalServerPort int application) {
        LoopbackCaller caller = new LoopbackCaller("127.0.0.1", application);

        assertThat(List.of("/actuator/login", "/actuator/logout", "/default-ui.css"))
                .allSatisfy(path -> assertThat(caller.get(path).status()).isEqualTo(404));
    }

    @Override
    int port() {
        return port;
    }

    @Override
    String sameSite() {
        return "Lax";
    }
}
