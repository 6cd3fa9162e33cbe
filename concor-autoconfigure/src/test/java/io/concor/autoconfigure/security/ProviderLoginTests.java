package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Users of a provider of OpenID Connect next to users with a password, on the port of the management endpoints. */
@SpringBootTest(
        classes = SecureApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "management.endpoints.web.exposure.include=health,concor,concorslots,concorpresets,concorsampling",
            "management.endpoint.concorslots.access=unrestricted",
            "management.endpoint.concorpresets.access=unrestricted",
            "management.endpoint.concorsampling.access=unrestricted",
            "concor.security.enabled=true",
            "concor.security.other-requests=open",
            "concor.security.users.operator.password=" + RolesTests.HASH,
            "concor.security.users.operator.roles=operator",
            "concor.security.oauth2.roles-claim=groups",
            "concor.security.oauth2.roles.viewer=staff",
            "concor.security.oauth2.roles.presets=tuning,night-shift",
            "concor.security.oauth2.roles.operator=platform",
            SecureApplication.EXCLUDED
        })
@ExtendWith(OutputCaptureExtension.class)
class ProviderLoginTests {

    private static final OpenIdProvider PROVIDER = new OpenIdProvider();
    private static final String FLOWS = "/actuator/concor";
    private static final String LINK = "/actuator/oauth2/authorization/corporate";

    @LocalManagementPort
    private int port;

    @DynamicPropertySource
    static void register(DynamicPropertyRegistry properties) {
        PROVIDER.register(properties, "/login/oauth2/code/{registrationId}");
    }

    @AfterAll
    static void stop() {
        PROVIDER.close();
    }

    private Browser loggedIn(String user, List<String> groups) {
        PROVIDER.logsIn(user, Map.of("groups", groups));
        Browser browser = new Browser(port);
        browser.open(FLOWS);
        browser.open(LINK);
        return browser;
    }

    @Test
    void thePageOffersTheFormAndTheProvider() {
        assertThat(new Browser(port).open(FLOWS).body())
                .contains("name=\"password\"", "href=\"" + LINK + "\"", "Corporate log-in");
    }

    @Test
    void leadsBackToThePageThatWasOpened() {
        PROVIDER.logsIn("anna", Map.of("groups", List.of("staff")));
        Browser browser = new Browser(port);
        browser.open(FLOWS + "?a=1");
        assertThat(browser.cookie("JSESSIONID")).isEmpty();

        assertThat(browser.open(LINK)).returns(200, HttpResponse::statusCode).returns(FLOWS, answer -> answer.uri()
                .getPath());
        assertThat(browser.cookie("CONCOR-LOGIN")).isEmpty();
    }

    /** The flow does not exist: a call that is admitted gets 404. */
    @ParameterizedTest
    @CsvSource({
        "staff, 200, 403, 403, 403",
        "tuning, 200, 404, 403, 403",
        "night-shift, 200, 404, 403, 403",
        "platform, 200, 404, 404, 404",
        "operator, 403, 403, 403, 403",
        "diagnosis, 200, 403, 404, 403",
        "others, 403, 403, 403, 403"
    })
    void groupsGiveRoles(String group, int read, int preset, int sampling, int slot) {
        Browser browser = loggedIn("anna", List.of("everyone", group));

        assertThat(browser.read(FLOWS)).returns(read, HttpResponse::statusCode);
        assertThat(browser.change("/actuator/concorpresets/none/quiet", true))
                .returns(preset, HttpResponse::statusCode);
        assertThat(browser.change("/actuator/concorsampling/none", true)).returns(sampling, HttpResponse::statusCode);
        assertThat(browser.change("/actuator/concorslots/none/first", true)).returns(slot, HttpResponse::statusCode);
        assertThat(browser.change("/actuator/concorslots/none/first", false)).returns(403, HttpResponse::statusCode);
    }

    @Test
    void anAnswerThatAnotherBrowserAskedForLogsNoOneIn() {
        PROVIDER.logsIn("mallory", Map.of("groups", List.of("platform")));
        Browser browser = new Browser(port);

        assertThat(browser.open("/login/oauth2/code/corporate?code=stolen&state=planted")
                        .statusCode())
                .isEqualTo(404);
        assertThat(browser.read(FLOWS)).returns(401, HttpResponse::statusCode);
    }

    @Test
    void anInvalidAnswerOfTheProviderIsLoggedWithItsReason(CapturedOutput output) {
        PROVIDER.forgetNonces(true);
        try {
            PROVIDER.logsIn("anna", Map.of("groups", List.of("staff")));
            Browser browser = new Browser(port);

            assertThat(browser.open(LINK))
                    .returns("/actuator/login", answer -> answer.uri().getPath());
            assertThat(browser.read(FLOWS)).returns(401, HttpResponse::statusCode);
            assertThat(browser.cookie("JSESSIONID")).isEmpty();
            assertThat(output).contains("at the provider, from 127.0.0.1, with the error", "invalid_nonce");
        } finally {
            PROVIDER.forgetNonces(false);
        }
    }

    @Test
    void programsUseTheirPassword() {
        LoopbackCaller curl = new LoopbackCaller("127.0.0.1", port);

        assertThat(curl.get(FLOWS, "operator", "may read and change").status()).isEqualTo(200);
        assertThat(curl.get(FLOWS).status()).isEqualTo(401);
    }
}
