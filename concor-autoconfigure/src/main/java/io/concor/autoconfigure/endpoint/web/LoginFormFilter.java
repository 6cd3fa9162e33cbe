package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.springframework.http.HttpMethod;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the size and the time of the form of a log-in or a log-out, which Spring Security reads from callers without a
 * log-in. Thread-safe.
 */
final class LoginFormFilter extends OncePerRequestFilter {

    private final LongSupplier nanoTime;

    /** @param nanoTime the time, such as {@link System#nanoTime} */
    LoginFormFilter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(isPost(request) ? limited(request) : request, response);
        } catch (RejectedRequestException rejected) {
            RejectedRequestView.render(rejected, request, response);
        }
    }

    private HttpServletRequest limited(HttpServletRequest request) {
        return new LoginFormRequest(new CachedBodyRequest(request, nanoTime));
    }

    private static boolean isPost(HttpServletRequest request) {
        return request.getMethod().equals(HttpMethod.POST.name());
    }
}
