package io.concor.autoconfigure.endpoint;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Stands before Concor's endpoints: refuses a body that is larger than any change, of which no more than that is ever
 * held, one of a type that cannot be read, and what is said twice, in the body or beside it. Thread-safe.
 */
final class BodyGate extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        HeldBody checked;
        try {
            checked = checked(request);
        } catch (RefusedRequestException refused) {
            RefusalView.render(refused, request, response);
            return;
        }
        chain.doFilter(checked, response);
    }

    /** The body is read before the parameters are asked for, so these are of the query alone. */
    private static HeldBody checked(HttpServletRequest request) throws IOException {
        BodyRules.requireReadable(request.getContentType(), request.getContentLengthLong());
        byte[] body = request.getInputStream().readNBytes(BodyRules.MAX_BYTES + 1);
        Map<String, String> named =
                BodyRules.requireEachOnce(body, request.getParameterMap().keySet());
        BodyRules.requireNothingInDelete(request.getMethod(), body, named.keySet());
        return new HeldBody(request, body);
    }
}
