package io.concor.autoconfigure.security.login;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.client.web.AuthorizationRequestRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.core.endpoint.OAuth2ParameterNames;
import org.springframework.web.util.WebUtils;

/**
 * Log-ins that have begun at a provider, at most a thousand: the newest. A cookie binds each to its browser, so that
 * callers without a log-in open no session. Thread-safe.
 */
final class PendingAuthorizations implements AuthorizationRequestRepository<OAuth2AuthorizationRequest> {

    static final int MOST = 1_000;
    static final String COOKIE = "CONCOR-LOGIN";

    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** Oldest first. Guarded by this object. */
    private final Map<String, OAuth2AuthorizationRequest> byState = new LinkedHashMap<>();

    /** Whether a request is the answer to a log-in that began in the same browser. */
    boolean isAnswered(HttpServletRequest request) {
        return loadAuthorizationRequest(request) != null;
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest loadAuthorizationRequest(HttpServletRequest request) {
        String state = state(request);
        return state == null ? null : get(state);
    }

    private synchronized @Nullable OAuth2AuthorizationRequest get(String state) {
        return byState.get(state);
    }

    /** Returns the state that the address and the cookie agree on. Reads no parameter from a body. */
    private static @Nullable String state(HttpServletRequest request) {
        if (!request.getMethod().equals(HttpMethod.GET.name())) {
            return null;
        }
        String state = request.getParameter(OAuth2ParameterNames.STATE);
        Cookie cookie = WebUtils.getCookie(request, COOKIE);
        return cookie != null && cookie.getValue().equals(state) ? state : null;
    }

    @Override
    public void saveAuthorizationRequest(
            @Nullable OAuth2AuthorizationRequest authorization,
            HttpServletRequest request,
            HttpServletResponse response) {
        if (authorization != null) {
            String state = Objects.requireNonNull(authorization.getState(), "a log-in of a browser has a state");
            add(state, authorization);
            response.addCookie(cookie(request, state, LONGEST));
        }
    }

    private synchronized void add(String state, OAuth2AuthorizationRequest authorization) {
        byState.put(state, authorization);
        if (byState.size() > MOST) {
            byState.remove(byState.keySet().iterator().next());
        }
    }

    @Override
    public @Nullable OAuth2AuthorizationRequest removeAuthorizationRequest(
            HttpServletRequest request, HttpServletResponse response) {
        String state = state(request);
        if (state == null) {
            return null;
        }
        response.addCookie(cookie(request, "", Duration.ZERO));
        return remove(state);
    }

    private synchronized @Nullable OAuth2AuthorizationRequest remove(String state) {
        return byState.remove(state);
    }

    /** Lax: the provider, another site, leads the browser back. */
    private static Cookie cookie(HttpServletRequest request, String value, Duration age) {
        Cookie cookie = new Cookie(COOKIE, value);
        cookie.setPath(request.getContextPath() + "/");
        cookie.setMaxAge((int) age.toSeconds());
        cookie.setHttpOnly(true);
        cookie.setSecure(request.isSecure());
        cookie.setAttribute("SameSite", "Lax");
        return cookie;
    }
}
