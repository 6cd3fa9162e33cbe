package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Checks requests to Concor's endpoints after Spring Security: rejects a body that is too large, too slow or of an unreadable
 * type, and fields that are ambiguous: repeated, null, or in an invalid encoding. Accepts an empty POST without a content type. Adds {@code Retry-After}.
 * Thread-safe.
 */
final class RequestBodyFilter extends OncePerRequestFilter {

    private static final String PASSED = RequestBodyFilter.class.getName() + ".PASSED";

    private final LongSupplier nanoTime;

    /** @param nanoTime the time, such as {@link System#nanoTime} */
    RequestBodyFilter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether a request is one to Concor's endpoints and passed this filter. */
    static boolean hasPassed(HttpServletRequest request) {
        return request.getAttribute(PASSED) != null;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpServletRequest checked;
        try {
            checked = checked(request);
        } catch (RejectedRequestException rejected) {
            RejectedRequestView.render(rejected, request, response);
            return;
        }
        request.setAttribute(PASSED, true);
        chain.doFilter(checked, new RetryAfterResponse(response));
    }

    private HttpServletRequest checked(HttpServletRequest request) throws IOException {
        RequestBodyRules.requireReadable(request.getContentType(), request.getContentLengthLong());
        CachedBodyRequest held = new CachedBodyRequest(request, nanoTime);
        Map<String, String> named = RequestBodyRules.requireUnambiguousFields(held.bytes(), queried(request));
        RequestBodyRules.requireEmptyDeleteBody(request.getMethod(), held.bytes(), named.keySet());
        return RequestBodyRules.isEmptyPostFromNonBrowser(request.getMethod(), held.bytes(), request::getHeader)
                ? new JsonContentTypeRequest(held)
                : held;
    }

    /** A response with the header {@code Retry-After} if its status asks for it. */
    private static final class RetryAfterResponse extends HttpServletResponseWrapper {

        RetryAfterResponse(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void setStatus(int status) {
            super.setStatus(status);
            RetryAfter.of(status).ifPresent(seconds -> setHeader(HttpHeaders.RETRY_AFTER, seconds));
        }
    }

    /** Returns the parameters of the query: those of the body are not parsed any more, because it has been read. */
    private static Set<String> queried(HttpServletRequest request) {
        return request.getParameterMap().keySet();
    }

    /** An empty request that declares JSON as its content type. */
    private static final class JsonContentTypeRequest extends HttpServletRequestWrapper {

        JsonContentTypeRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getContentType() {
            return MediaType.APPLICATION_JSON_VALUE;
        }

        @Override
        public @Nullable String getHeader(String name) {
            return isContentType(name) ? getContentType() : super.getHeader(name);
        }

        @Override
        public Enumeration<String> getHeaders(String name) {
            return isContentType(name) ? Collections.enumeration(List.of(getContentType())) : super.getHeaders(name);
        }

        private static boolean isContentType(String name) {
            return HttpHeaders.CONTENT_TYPE.equalsIgnoreCase(name);
        }
    }
}
