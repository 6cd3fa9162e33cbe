package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the size of the body for filters that read it before {@link RequestBodyFilter}, such as Spring's form filter.
 * Does not read the body itself. Thread-safe.
 */
final class BodySizeLimitFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(new CachedBodyRequest(request), response);
    }
}
