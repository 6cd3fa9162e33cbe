package io.concor.autoconfigure.security;

import java.util.Objects;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.server.servlet.CookieSameSiteSupplier;

/**
 * Cookies of sessions, which browsers do not send with requests that other sites make. They send them when a link, or a
 * provider after a log-in, leads to a page ({@code Lax}).
 */
final class SessionCookies {

    private static final String DEFAULT_NAME = "JSESSIONID";

    private SessionCookies() {}

    /** Restricts the cookies of a server. What the application sets takes precedence. */
    static void restrict(ConfigurableServletWebServerFactory server) {
        server.addCookieSameSiteSuppliers(CookieSameSiteSupplier.ofLax().whenHasName(() -> name(server)));
    }

    private static String name(ConfigurableServletWebServerFactory server) {
        return Objects.requireNonNullElse(
                server.getSettings().getSession().getCookie().getName(), DEFAULT_NAME);
    }
}
