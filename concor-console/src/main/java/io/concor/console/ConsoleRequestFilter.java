package io.concor.console;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Says how long an answer may be kept, and hides parameters and body from Spring MVC. The page takes neither, and parsing
 * a malformed one would fail with an error in the log.
 */
final class ConsoleRequestFilter extends OncePerRequestFilter {

    private final ConsoleFiles files;

    ConsoleRequestFilter(ConsoleFiles files) {
        this.files = files;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader(
                ConsoleHeaders.CACHE_CONTROL, ConsoleHeaders.cacheControl(files.isAsset(request.getRequestURI())));
        chain.doFilter(new PathOnlyRequest(request), response);
    }

    /** A request without parameters and without a type of its body, so that neither is parsed. */
    private static final class PathOnlyRequest extends HttpServletRequestWrapper {

        PathOnlyRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable String getContentType() {
            return null;
        }

        @Override
        public @Nullable String getParameter(String name) {
            return null;
        }

        @Override
        public Map<String, String[]> getParameterMap() {
            return Map.of();
        }
    }
}
