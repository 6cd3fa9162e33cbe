package io.concor.autoconfigure.security.login;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;

class PendingAuthorizationsTests {

    private final PendingAuthorizations pending = new PendingAuthorizations();

    /** Begins a log-in and returns the cookie of its browser. */
    private Cookie begin(String state) {
        MockHttpServletResponse response = new MockHttpServletResponse();
        pending.saveAuthorizationRequest(
                OAuth2AuthorizationRequest.authorizationCode()
                        .authorizationUri("http://provider/authorize")
                        .clientId("concor")
                        .state(state)
                        .build(),
                new MockHttpServletRequest(),
                response);
        return Objects.requireNonNull(response.getCookie(PendingAuthorizations.COOKIE));
    }

    private static MockHttpServletRequest answer(String method, String state, Cookie... cookies) {
        MockHttpServletRequest answer = new MockHttpServletRequest(method, "/login/oauth2/code/corporate");
        answer.setParameter("state", state);
        answer.setCookies(cookies);
        return answer;
    }

    @Test
    void isAnsweredOnceInTheBrowserInWhichItBegan() {
        MockHttpServletRequest answer = answer("GET", "a", begin("a"));
        assertThat(pending.isAnswered(answer)).isTrue();

        assertThat(pending.removeAuthorizationRequest(answer, new MockHttpServletResponse()))
                .isNotNull();

        assertThat(pending.isAnswered(answer)).isFalse();
    }

    @Test
    void isNotAnsweredFromElsewhere() {
        Cookie other = begin("b");
        begin("a");

        assertThat(pending.isAnswered(answer("GET", "a"))).isFalse();
        assertThat(pending.isAnswered(answer("GET", "a", other))).isFalse();
        assertThat(pending.isAnswered(answer("POST", "b", other)))
                .as("may have a body")
                .isFalse();
    }

    @Test
    void remembersTheNewest() {
        Cookie oldest = begin("oldest");
        Cookie second = begin("second");

        for (int i = 0; i < PendingAuthorizations.MOST - 1; i++) {
            begin("state " + i);
        }

        assertThat(pending.isAnswered(answer("GET", "oldest", oldest))).isFalse();
        assertThat(pending.isAnswered(answer("GET", "second", second))).isTrue();
    }

    @Test
    void theCookieComesBackFromAnotherSiteAndIsHiddenFromScripts() {
        assertThat(begin("a"))
                .returns("Lax", cookie -> cookie.getAttribute("SameSite"))
                .returns(true, Cookie::isHttpOnly);
    }
}
