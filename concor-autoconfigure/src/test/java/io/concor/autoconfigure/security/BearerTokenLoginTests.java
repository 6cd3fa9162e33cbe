package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Programs with tokens of a provider, in an application without a user. */
@SpringBootTest(
        classes = SecureApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=health,concor,concorslots",
            "management.endpoint.concorslots.access=unrestricted",
            "concor.security.enabled=true",
            "concor.security.oauth2.roles-claim=groups",
            "concor.security.oauth2.roles.viewer=staff",
            "concor.security.oauth2.roles.operator=platform",
            SecureApplication.EXCLUDED
        })
class BearerTokenLoginTests {

    /** After so many within a minute, further passwords are refused without a check. */
    private static final int FAILURES_OF_PASSWORDS = 10;

    private static final OpenIdProvider PROVIDER = new OpenIdProvider();
    private static final String FLOWS = "/actuator/concor";
    private static final String SLOT = "/actuator/concorslots/none/first";

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void accept(DynamicPropertyRegistry properties) {
        PROVIDER.issueTokens(properties);
    }

    @AfterAll
    static void stop() {
        PROVIDER.close();
    }

    private int call(String method, String path, String token) {
        return new LoopbackCaller("127.0.0.1", port)
                .send(method, path, Map.of("Authorization", "Bearer " + token))
                .status();
    }

    private static String tokenOf(String group) {
        PROVIDER.logsIn("deployment", Map.of("groups", List.of(group)));
        return PROVIDER.token();
    }

    /** Neither the flow nor the page exists: a call that is admitted gets 404. */
    @ParameterizedTest
    @CsvSource({"staff, 200, 403, 404", "platform, 200, 404, 404", "others, 403, 403, 404"})
    void theClaimGivesRoles(String group, int read, int change, int other) {
        String token = tokenOf(group);

        assertThat(call("GET", FLOWS, token)).isEqualTo(read);
        assertThat(call("POST", SLOT, token)).isEqualTo(change);
        assertThat(call("GET", "/orders", token)).isEqualTo(other);
    }

    @Test
    void aTokenThatTheProviderHasNotSignedIsRefusedHoweverOften() {
        String token = tokenOf("platform");
        String forged = token.substring(0, token.lastIndexOf('.') + 1) + "AAAA";

        for (int i = 0; i < 2 * FAILURES_OF_PASSWORDS; i++) {
            assertThat(call("GET", FLOWS, forged)).isEqualTo(401);
        }
        assertThat(call("GET", FLOWS, token)).isEqualTo(200);
        assertThat(new LoopbackCaller("127.0.0.1", port).get(FLOWS).status()).isEqualTo(401);
    }
}
