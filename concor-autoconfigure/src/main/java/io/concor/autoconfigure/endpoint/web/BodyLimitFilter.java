package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits what filters before {@link RequestBodyFilter} read, which run for callers without a log-in: the size and the
 * time of a body for Spring's form filter, and posted forms, which the server would read as a whole for filters that ask
 * for a parameter. Does not read the body itself. Thread-safe.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            RequestBodyRules.requireNoPostedForm(
                    request.getMethod(), request.getContentType(), request.getContentLengthLong());
            chain.doFilter(new CachedBodyRequest(request, System::nanoTime), response);
        } catch (RejectedRequestException rejected) {
            RejectedRequestView.render(rejected, request, response);
        }
    }
}
