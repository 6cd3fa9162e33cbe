package io.concor.autoconfigure.security.login;

import org.springframework.http.HttpMethod;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * The paths on which browsers log in and out, relative to the context path.
 *
 * @param base the path above them, without a slash at its end
 */
public record LoginPaths(String base) {

    String login() {
        return base + "/login";
    }

    String failed() {
        return login() + "?error";
    }

    String logout() {
        return base + "/logout";
    }

    String loggedOut() {
        return login() + "?logout";
    }

    /** Returns where a log-in at a provider begins, without the name of its client registration. */
    String authorization() {
        return base + "/oauth2/authorization";
    }

    String start() {
        return base.isEmpty() ? "/" : base;
    }

    RequestMatcher matcher() {
        return new OrRequestMatcher(
                PathPatternRequestMatcher.pathPattern(login()),
                PathPatternRequestMatcher.pathPattern(logout()),
                PathPatternRequestMatcher.pathPattern(authorization() + "/*"),
                PathPatternRequestMatcher.pathPattern(HttpMethod.GET, "/default-ui.css"));
    }
}
