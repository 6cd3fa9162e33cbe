package io.concor.autoconfigure.security.login;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRequestAttributeHandler;
import org.springframework.security.web.csrf.CsrfTokenRequestHandler;
import org.springframework.security.web.csrf.XorCsrfTokenRequestAttributeHandler;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** CSRF tokens for browsers. */
public final class BrowserTokens {

    /**
     * A browser adds a remembered password to every request that a page makes, so a change from a browser needs a CSRF
     * token as well. Every browser sends one of these headers with a change; curl and other programs send neither and
     * need no token, unless they send the cookie of a session.
     */
    private static final RequestMatcher CHANGES_FROM_BROWSERS = new AndRequestMatcher(
            CsrfFilter.DEFAULT_CSRF_MATCHER,
            new OrRequestMatcher(
                    new RequestHeaderRequestMatcher("Origin"),
                    new RequestHeaderRequestMatcher("Sec-Fetch-Site"),
                    request -> request.getRequestedSessionId() != null));

    private BrowserTokens() {}

    /** Requires a token for each change from a browser. */
    public static void require(CsrfConfigurer<HttpSecurity> csrf, LoginPaths paths) {
        csrf.csrfTokenRequestHandler(new BrowserTokenHandler(paths.matcher()))
                .csrfTokenRepository(cookies())
                .requireCsrfProtectionMatcher(CHANGES_FROM_BROWSERS);
    }

    /** Returns the hidden fields of a form that changes something. */
    static Map<String, String> fields(HttpServletRequest request) {
        return request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken token
                ? Map.of(token.getParameterName(), token.getToken())
                : Map.of();
    }

    private static CookieCsrfTokenRepository cookies() {
        CookieCsrfTokenRepository cookies = CookieCsrfTokenRepository.withHttpOnlyFalse();
        cookies.setCookieCustomizer(cookie -> cookie.sameSite("Strict"));
        return cookies;
    }

    /**
     * Takes the CSRF token of a request from its header, or from the form that it posts. The form of a caller who has not
     * logged in is read only at the log-in: the server would wait for each of its bytes. Stateless and thread-safe.
     */
    private static final class BrowserTokenHandler implements CsrfTokenRequestHandler {

        private final CsrfTokenRequestHandler header = new CsrfTokenRequestAttributeHandler();
        private final CsrfTokenRequestHandler form = new XorCsrfTokenRequestAttributeHandler();
        private final RequestMatcher logins;

        /** @param logins matches requests to log in or out */
        BrowserTokenHandler(RequestMatcher logins) {
            this.logins = logins;
        }

        /** Asks for the token at once, so that each answer sets the cookie from which the scripts of a page take it. */
        @Override
        public void handle(HttpServletRequest request, HttpServletResponse response, Supplier<CsrfToken> token) {
            CsrfToken present = token.get();
            form.handle(request, response, () -> present);
        }

        @Override
        public @Nullable String resolveCsrfTokenValue(HttpServletRequest request, CsrfToken token) {
            if (request.getHeader(token.getHeaderName()) != null) {
                return header.resolveCsrfTokenValue(request, token);
            }
            boolean mayRead = request.getSession(false) != null || logins.matches(request);
            return mayRead ? form.resolveCsrfTokenValue(request, token) : null;
        }
    }
}
