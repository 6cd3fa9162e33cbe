package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Stands before the filters that may read a body which {@link RequestBodyFilter} is to see, such as Spring's own for forms: lets
 * them read no more of it than is allowed, and reads nothing itself. Thread-safe.
 */
final class BodySizeLimitFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(new CachedBodyRequest(request), response);
    }
}
