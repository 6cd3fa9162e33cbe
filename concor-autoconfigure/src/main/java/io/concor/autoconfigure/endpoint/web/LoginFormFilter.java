package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import java.util.function.LongSupplier;
import org.springframework.http.HttpMethod;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Limits the size and the time of the form of a log-in or a log-out, which Spring Security reads from callers without a
 * log-in, and rejects all other forms: no endpoint takes one, but filters before Spring Security would read them.
 * Thread-safe.
 */
final class LoginFormFilter extends OncePerRequestFilter {

    private final Set<String> paths;
    private final LongSupplier nanoTime;

    /**
     * @param paths the paths of the log-in and the log-out, relative to the context path
     * @param nanoTime the time, such as {@link System#nanoTime}
     */
    LoginFormFilter(Set<String> paths, LongSupplier nanoTime) {
        this.paths = Set.copyOf(paths);
        this.nanoTime = nanoTime;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(mayHaveForm(request) ? limited(request) : withoutForm(request), response);
        } catch (RejectedRequestException rejected) {
            RejectedRequestView.render(rejected, request, response);
        }
    }

    private HttpServletRequest limited(HttpServletRequest request) {
        return new LoginFormRequest(new CachedBodyRequest(request, nanoTime));
    }

    private boolean mayHaveForm(HttpServletRequest request) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        return request.getMethod().equals(HttpMethod.POST.name()) && paths.contains(path);
    }

    private static HttpServletRequest withoutForm(HttpServletRequest request) {
        RequestBodyRules.requireNoForm(request.getContentType(), request.getContentLengthLong());
        return request;
    }
}
