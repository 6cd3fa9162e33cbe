package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Cookie.SameSite;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;

class SessionCookiesTests {

    private final TomcatServletWebServerFactory server = new TomcatServletWebServerFactory();

    /** Returns what the first supplier says, as servers do. */
    private @Nullable SameSite sameSite(String cookie) {
        return Stream.<CookieSameSiteSupplier>of(
                        server.getSettings().getCookieSameSiteSuppliers().toArray(CookieSameSiteSupplier[]::new))
                .map(supplier -> supplier.getSameSite(new Cookie(cookie, "value")))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Test
    void restrictsTheCookieOfTheSessionAndNoOther() {
        SessionCookies.restrict(server);

        assertThat(sameSite("JSESSIONID")).isEqualTo(SameSite.LAX);
        assertThat(sameSite("other")).isNull();
    }

    @Test
    void knowsTheNameThatTheApplicationGives() {
        SessionCookies.restrict(server);
        server.getSettings().getSession().getCookie().setName("id");

        assertThat(sameSite("id")).isEqualTo(SameSite.LAX);
        assertThat(sameSite("JSESSIONID")).isNull();
    }

    @Test
    void keepsWhatTheApplicationSets() {
        server.addCookieSameSiteSuppliers(CookieSameSiteSupplier.ofStrict().whenHasName("JSESSIONID"));

        SessionCookies.restrict(server);

        assertThat(sameSite("JSESSIONID")).isEqualTo(SameSite.STRICT);
    }
}
