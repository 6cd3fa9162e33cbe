package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Users of a provider only, on the port of the application, whose other requests need a log-in, too. */
@SpringBootTest(
        classes = SecureApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=health,concor,concorslots",
            "management.endpoint.concorslots.access=unrestricted",
            "concor.security.enabled=true",
            "concor.security.oauth2.roles-claim=realm_access.roles",
            SecureApplication.EXCLUDED
        })
class ProviderOnlyLoginTests {

    private static final OpenIdProvider PROVIDER = new OpenIdProvider();

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void register(DynamicPropertyRegistry properties) {
        PROVIDER.register(properties, "/signed-in");
    }

    @AfterAll
    static void stop() {
        PROVIDER.close();
    }

    private static void logsIn(String role) {
        PROVIDER.logsIn("anna", Map.of("realm_access", Map.of("roles", List.of(role))));
    }

    @Test
    void theOnlyProviderIsAskedAtOnce() {
        logsIn("operator");
        Browser browser = new Browser(port);

        assertThat(browser.open("/actuator/concor"))
                .returns(200, HttpResponse::statusCode)
                .returns("/actuator/concor", answer -> answer.uri().getPath());
        assertThat(browser.change("/actuator/concorslots/none/first", true)).returns(404, HttpResponse::statusCode);
    }

    @Test
    void aViewerChangesNothing() {
        logsIn("viewer");
        Browser browser = new Browser(port);

        assertThat(browser.open("/actuator/concor")).returns(200, HttpResponse::statusCode);
        assertThat(browser.change("/actuator/concorslots/none/first", true)).returns(403, HttpResponse::statusCode);
    }

    @Test
    void otherRequestsHaveTheSameLogIn() {
        logsIn("viewer");
        Browser browser = new Browser(port);

        assertThat(browser.open("/orders"))
                .as("no such page, after the log-in")
                .returns(404, HttpResponse::statusCode)
                .returns("/orders", answer -> answer.uri().getPath());
        assertThat(browser.read("/actuator/concor")).returns(200, HttpResponse::statusCode);
    }

    @Test
    void otherCallersGetNoPage() {
        assertThat(new LoopbackCaller("127.0.0.1", port).get("/actuator/concor").status())
                .isEqualTo(401);
    }
}
