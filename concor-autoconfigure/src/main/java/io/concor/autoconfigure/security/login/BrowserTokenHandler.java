package io.concor.autoconfigure.security.login;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRequestAttributeHandler;
import org.springframework.security.web.csrf.CsrfTokenRequestHandler;
import org.springframework.security.web.csrf.XorCsrfTokenRequestAttributeHandler;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Takes the CSRF token of a request from its header, or from the form that it posts. The form of a caller who has not
 * logged in is read only at the log-in: the server would wait for each of its bytes. Stateless and thread-safe.
 */
final class BrowserTokenHandler implements CsrfTokenRequestHandler {

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
