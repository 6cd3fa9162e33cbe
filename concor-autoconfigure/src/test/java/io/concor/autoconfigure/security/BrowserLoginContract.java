package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.MethodMode;

/** The log-in of browsers by form, on the port of the management endpoints. */
abstract class BrowserLoginContract {

    static final String HASH = RolesTests.HASH;

    private static final String PASSWORD = "may read and change";
    private static final String FLOWS = "/actuator/concor";
    private static final String SLOT = "/actuator/concorslots/none/first";
    private static final String SESSION = "JSESSIONID";

    abstract int port();

    /** The restriction of the session's cookie. */
    abstract String sameSite();

    private Browser browser() {
        return new Browser(port());
    }

    private Browser loggedIn(String user) {
        Browser browser = browser();
        assertThat(browser.logIn(FLOWS, user, PASSWORD)).returns(200, HttpResponse::statusCode);
        return browser;
    }

    @Test
    void theFormLeadsBackToThePageThatWasOpened() {
        Browser browser = browser();
        assertThat(browser.open(FLOWS + "?a=1"))
                .returns("/actuator/login", answer -> answer.uri().getPath())
                .extracting(HttpResponse::body)
                .asString()
                .contains("Please sign in", "default-ui.css");
        assertThat(browser.open("/default-ui.css")).returns(200, HttpResponse::statusCode);

        assertThat(browser.logIn(FLOWS + "?a=1", "viewer", PASSWORD))
                .returns(200, HttpResponse::statusCode)
                .returns(FLOWS, answer -> answer.uri().getPath());
        assertThat(browser.read(FLOWS)).returns(200, HttpResponse::statusCode);
    }

    @Test
    void guessesAndCallersWithoutALogInOpenNoSession() {
        Browser browser = browser();

        assertThat(browser.logIn(FLOWS, "operator", "a wrong guess").body()).contains("Invalid credentials");

        assertThat(browser.cookie(SESSION)).isEmpty();
        assertThat(browser.open(FLOWS).uri().getPath()).isEqualTo("/actuator/login");
        assertThat(browser.cookie(SESSION)).isEmpty();
    }

    @Test
    void theFormNeedsItsToken() {
        assertThat(browser().submit("/actuator/login", Map.of("username", "viewer", "password", PASSWORD)))
                .returns(403, HttpResponse::statusCode);
    }

    @Test
    void aFormThatIsTooLargeIsNotRead() {
        LoopbackCaller caller = new LoopbackCaller("127.0.0.1", port());

        assertThat(List.of("/actuator/login", "/actuator/logout"))
                .allSatisfy(path ->
                        assertThat(caller.announceForm(path, 20_000).status()).isEqualTo(413));
    }

    @Test
    void changesNeedTheTokenAndTheRole() {
        Browser operator = loggedIn("operator");
        assertThat(operator.change(SLOT, false)).returns(403, HttpResponse::statusCode);
        assertThat(operator.change(SLOT, true)).as("no such flow").returns(404, HttpResponse::statusCode);

        assertThat(loggedIn("viewer").change(SLOT, true)).returns(403, HttpResponse::statusCode);
    }

    @Test
    void requestsOfAPageWithoutALogInAreRefusedWithoutADialogOfTheBrowser() {
        assertThat(browser().read(FLOWS))
                .returns(401, HttpResponse::statusCode)
                .returns(List.of(), answer -> answer.headers().allValues("WWW-Authenticate"));
    }

    /** As if the browser sent the cookie of the session with it, which {@code SameSite} prevents as well. */
    @ParameterizedTest
    @CsvSource({
        "POST, Origin, https://elsewhere.example",
        "POST, Origin, null",
        "POST, Sec-Fetch-Site, cross-site",
        "POST, X-XSRF-TOKEN, planted",
        "POST, X-HTTP-Method-Override, GET",
        "POST, Authorization, Bearer any",
        "POST, Content-Type, application/x-www-form-urlencoded",
        "DELETE, Referer, https://elsewhere.example"
    })
    void aRequestOfAnotherSiteWithTheCookieOfTheSessionChangesNothing(String method, String header, String value) {
        String cookie = SESSION + "=" + loggedIn("operator").cookie(SESSION).get(0);
        LoopbackCaller forger = new LoopbackCaller("127.0.0.1", port());

        assertThat(forger.get(FLOWS, Map.of("Cookie", cookie)).status()).isEqualTo(200);
        assertThat(forger.send(method, SLOT, Map.of("Cookie", cookie, header, value))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void logsOut() {
        Browser browser = loggedIn("viewer");
        HttpResponse<String> page = browser.open("/actuator/logout");
        assertThat(page.body()).contains("Log out");
        assertThat(browser.submit("/actuator/logout", Map.of())).returns(403, HttpResponse::statusCode);

        assertThat(browser.submit("/actuator/logout", Map.of("_csrf", Browser.hiddenToken(page.body()))))
                .returns("/actuator/login", answer -> answer.uri().getPath())
                .extracting(HttpResponse::body)
                .asString()
                .contains("signed out");
        assertThat(browser.read(FLOWS)).returns(401, HttpResponse::statusCode);
    }

    @Test
    void aFurtherLogInOfAUserEndsTheOldestSession() {
        Browser oldest = loggedIn("viewer");
        Browser operator = loggedIn("operator");
        Browser second = loggedIn("viewer");
        Browser third = loggedIn("viewer");

        assertThat(oldest.read(FLOWS)).returns(401, HttpResponse::statusCode);
        assertThat(List.of(operator, second, third))
                .allSatisfy(browser -> assertThat(browser.read(FLOWS)).returns(200, HttpResponse::statusCode));
    }

    @Test
    void otherSitesSendNoCookie() {
        Browser browser = browser();
        HttpResponse<String> form = browser.open("/actuator/login");
        HttpResponse<String> answer = browser.logIn("/actuator/login", "viewer", PASSWORD);

        assertThat(cookies(form))
                .filteredOn(cookie -> cookie.startsWith("XSRF-TOKEN="))
                .singleElement()
                .asString()
                .contains("SameSite=Strict");
        assertThat(cookies(answer.previousResponse().orElseThrow()))
                .filteredOn(cookie -> cookie.startsWith(SESSION + "="))
                .isNotEmpty()
                .allSatisfy(cookie -> assertThat(cookie).contains("SameSite=" + sameSite(), "HttpOnly"));
    }

    private static List<String> cookies(HttpResponse<String> answer) {
        return Stream.of(answer)
                .flatMap(each -> each.headers().allValues("Set-Cookie").stream())
                .toList();
    }

    @Test
    @DirtiesContext(methodMode = MethodMode.AFTER_METHOD)
    void tooManyGuessesByFormAreRefused() {
        Browser browser = browser();
        for (int i = 0; i < 10; i++) {
            browser.logIn(FLOWS, "operator", "guess " + i);
        }

        assertThat(browser.logIn(FLOWS, "operator", PASSWORD))
                .returns(429, HttpResponse::statusCode)
                .extracting(answer -> answer.headers().firstValue("Retry-After"))
                .isNotEqualTo(Optional.empty());
    }
}
