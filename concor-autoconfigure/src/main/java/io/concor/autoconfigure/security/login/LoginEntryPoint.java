package io.concor.autoconfigure.security.login;

import io.concor.autoconfigure.security.password.RefusedLoginException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.DefaultRedirectStrategy;
import org.springframework.security.web.RedirectStrategy;
import org.springframework.security.web.authentication.www.BasicAuthenticationEntryPoint;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Answers 429 or 503 to a log-in that is refused without a check of its password. Otherwise leads a browser that opens a page to the log-in, answers 401 to the
 * requests of that page, and asks other callers for a user name and a password. Thread-safe.
 */
final class LoginEntryPoint implements AuthenticationEntryPoint {

    /** A browser that opens a page accepts HTML. The requests of the page and other callers do not. */
    static final RequestMatcher OPENS_PAGE = request -> request.getMethod().equals(HttpMethod.GET.name())
            && String.valueOf(request.getHeader(HttpHeaders.ACCEPT)).contains(MediaType.TEXT_HTML_VALUE);

    private final RedirectStrategy redirect = new DefaultRedirectStrategy();
    private final BasicAuthenticationEntryPoint basic = new BasicAuthenticationEntryPoint();
    private final String page;

    /** @param page the path of the page to log in on */
    LoginEntryPoint(String page) {
        this.page = page;
        basic.setRealmName("management");
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException refused)
            throws IOException {
        if (refused instanceof RefusedLoginException || OPENS_PAGE.matches(request)) {
            sendTo(page, request, response, refused);
        } else if (BrowserSessions.FROM_OWN_PAGE.matches(request)) { // the browser would ask for a password by itself
            response.sendError(HttpStatus.UNAUTHORIZED.value());
        } else {
            basic.commence(request, response, refused);
        }
    }

    /** Leads a browser to a path, except if its password was not checked. */
    void sendTo(String path, HttpServletRequest request, HttpServletResponse response, AuthenticationException refused)
            throws IOException {
        if (refused instanceof RefusedLoginException unchecked) {
            response.setHeader(
                    HttpHeaders.RETRY_AFTER,
                    Long.toString(unchecked.retryAfter().toSeconds()));
            response.sendError(unchecked.status().value());
        } else {
            redirect.sendRedirect(request, response, path);
        }
    }
}
