package io.concor.autoconfigure.security.login;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.DeferredSecurityContext;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.web.context.DelegatingSecurityContextRepository;
import org.springframework.security.web.context.HttpRequestResponseHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestHeaderRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Remembers the log-in of a browser in a session: a page that asks every second would cost a check of its password each
 * time. Other callers have no session, so each of their requests is authenticated. Thread-safe.
 */
final class BrowserSessions implements SecurityContextRepository {

    static final RequestMatcher FROM_OWN_PAGE = new RequestHeaderRequestMatcher("X-Requested-With", "XMLHttpRequest");

    private static final Duration IDLE = Duration.ofMinutes(10);

    private final SecurityContextRepository requests = new RequestAttributeSecurityContextRepository();
    private final SecurityContextRepository sessions = new HttpSessionSecurityContextRepository();
    private final SecurityContextRepository both = new DelegatingSecurityContextRepository(requests, sessions);
    private final RequestMatcher fromBrowser;
    private final UserSessions ofUsers;

    private BrowserSessions(RequestMatcher fromBrowser, UserSessions ofUsers) {
        this.fromBrowser = fromBrowser;
        this.ofUsers = ofUsers;
    }

    /** Of log-ins that only browsers make. */
    static BrowserSessions ofBrowsers(UserSessions ofUsers) {
        return new BrowserSessions(AnyRequestMatcher.INSTANCE, ofUsers);
    }

    /** Of log-ins that any caller makes, with the password in a header. */
    static BrowserSessions ofAll(UserSessions ofUsers) {
        return new BrowserSessions(
                new OrRequestMatcher(FROM_OWN_PAGE, new RequestHeaderRequestMatcher("Sec-Fetch-Site")), ofUsers);
    }

    @Override
    public DeferredSecurityContext loadDeferredContext(HttpServletRequest request) {
        return both.loadDeferredContext(request);
    }

    @Override
    @SuppressWarnings("deprecation") // the interface has no default for it
    public SecurityContext loadContext(HttpRequestResponseHolder exchange) {
        return both.loadContext(exchange);
    }

    @Override
    public void saveContext(SecurityContext context, HttpServletRequest request, HttpServletResponse response) {
        requests.saveContext(context, request, response);
        Authentication user = context.getAuthentication();
        if (user == null) {
            sessions.saveContext(context, request, response);
        } else if (fromBrowser.matches(request)) {
            open(user.getName(), context, request, response);
        }
    }

    /** A session from before a log-in gets another identifier, because others may know the old one. */
    private void open(String user, SecurityContext context, HttpServletRequest request, HttpServletResponse response) {
        if (request.getSession(false) != null) {
            request.changeSessionId();
        }
        sessions.saveContext(context, request, response);
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.setMaxInactiveInterval((int) IDLE.toSeconds());
            ofUsers.add(user, session);
        }
    }

    @Override
    public boolean containsContext(HttpServletRequest request) {
        return both.containsContext(request);
    }
}
