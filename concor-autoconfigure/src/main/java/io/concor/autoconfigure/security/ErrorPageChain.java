package io.concor.autoconfigure.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.DispatcherTypeRequestMatcher;

/** Answers 404 to requests for the error page: without an error to describe, it would have the status 999. */
final class ErrorPageChain {

    private ErrorPageChain() {}

    static SecurityFilterChain at(String path) {
        return new DefaultSecurityFilterChain(
                new AndRequestMatcher(
                        new DispatcherTypeRequestMatcher(DispatcherType.REQUEST),
                        PathPatternRequestMatcher.pathPattern(path)),
                ErrorPageChain::answerNotFound);
    }

    private static void answerNotFound(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException {
        ((HttpServletResponse) response).sendError(HttpServletResponse.SC_NOT_FOUND);
    }
}
