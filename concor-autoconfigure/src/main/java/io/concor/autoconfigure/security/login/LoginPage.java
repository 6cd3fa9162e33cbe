package io.concor.autoconfigure.security.login;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.authentication.ui.DefaultLoginPageGeneratingFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/** Shows the page of the log-in, whose own filter would read the form of each request. Thread-safe. */
final class LoginPage extends OncePerRequestFilter {

    private final RequestMatcher shown;
    private final DefaultLoginPageGeneratingFilter page;

    LoginPage(LoginPaths paths, DefaultLoginPageGeneratingFilter page) {
        this.shown = PathPatternRequestMatcher.pathPattern(HttpMethod.GET, paths.login());
        this.page = page;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (shown.matches(request)) {
            page.doFilter(request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }
}
