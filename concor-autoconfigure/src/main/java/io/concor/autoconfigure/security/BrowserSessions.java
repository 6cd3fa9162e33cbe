package io.concor.autoconfigure.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import org.springframework.security.core.context.DeferredSecurityContext;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.context.HttpRequestResponseHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Remembers the log-in of a browser in a session: a page that asks every second would cost a check of its password each
 * time. Other callers have no session, so each of their requests is authenticated.
 */
final class BrowserSessions implements SecurityContextRepository {

    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final RequestMatcher FROM_BROWSER = new OrRequestMatcher(
            new RequestHeaderRequestMatcher("Sec-Fetch-Site"),
            new RequestHeaderRequestMatcher("X-Requested-With", "XMLHttpRequest"));

    private final SecurityContextRepository sessions = new HttpSessionSecurityContextRepository();
    private final SecurityContextRepository requests = new RequestAttributeSecurityContextRepository();

    private SecurityContextRepository of(HttpServletRequest request) {
        return FROM_BROWSER.matches(request) ? sessions : requests;
    }

    @Override
    public DeferredSecurityContext loadDeferredContext(HttpServletRequest request) {
        return of(request).loadDeferredContext(request);
    }

    @Override
    @SuppressWarnings("deprecation") // the interface has no default for it
    public SecurityContext loadContext(HttpRequestResponseHolder exchange) {
        return of(exchange.getRequest()).loadContext(exchange);
    }

    /** A session from before a log-in gets another identifier, because others may know the old one. */
    @Override
    public void saveContext(SecurityContext context, HttpServletRequest request, HttpServletResponse response) {
        SecurityContextRepository repository = of(request);
        if (repository == sessions && request.getSession(false) != null) {
            request.changeSessionId();
        }
        repository.saveContext(context, request, response);
        HttpSession session = request.getSession(false);
        if (repository == sessions && session != null) {
            session.setMaxInactiveInterval((int) IDLE.toSeconds());
        }
    }

    @Override
    public boolean containsContext(HttpServletRequest request) {
        return of(request).containsContext(request);
    }
}
