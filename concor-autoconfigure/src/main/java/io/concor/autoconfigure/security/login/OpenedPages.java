package io.concor.autoconfigure.security.login;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.savedrequest.CookieRequestCache;

/**
 * The page that a browser opened before its log-in, in a cookie: callers without a log-in open no session. Thread-safe.
 */
final class OpenedPages extends CookieRequestCache {

    OpenedPages() {
        setRequestMatcher(LoginEntryPoint.OPENS_PAGE);
        setCookieCustomizer(cookie -> cookie.setAttribute("SameSite", "Lax"));
    }

    /** Forgets the page once it is opened. Does not replace the request: the cookie knows none of its headers. */
    @Override
    public @Nullable HttpServletRequest getMatchingRequest(HttpServletRequest request, HttpServletResponse response) {
        super.getMatchingRequest(request, response);
        return null;
    }
}
