package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Stands before Concor's endpoints, behind Spring Security where that is: refuses a body that is larger than any
 * change, of which no more than that is ever held, one of a type that cannot be read, and what is said twice, in the
 * body or beside it. Lets pass what has no body and says no type. Thread-safe.
 */
final class RequestBodyFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HttpServletRequest checked;
        try {
            checked = checked(request);
        } catch (RejectedRequestException refused) {
            RejectedRequestView.render(refused, request, response);
            return;
        }
        chain.doFilter(checked, response);
    }

    private static HttpServletRequest checked(HttpServletRequest request) throws IOException {
        RequestBodyRules.requireReadable(request.getContentType(), request.getContentLengthLong());
        CachedBodyRequest held = new CachedBodyRequest(request);
        Map<String, String> named = RequestBodyRules.requireEachOnce(held.bytes(), queried(request));
        RequestBodyRules.requireNothingInDelete(request.getMethod(), held.bytes(), named.keySet());
        return RequestBodyRules.needsNoType(request.getMethod(), held.bytes(), request::getHeader)
                ? new JsonContentTypeRequest(held)
                : held;
    }

    /** The body has been read, so the parameters are those of the query; of a form they are nothing that JSON names. */
    private static Set<String> queried(HttpServletRequest request) {
        return request.getParameterMap().keySet();
    }
}
