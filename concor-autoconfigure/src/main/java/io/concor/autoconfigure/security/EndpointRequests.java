package io.concor.autoconfigure.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.springframework.boot.actuate.endpoint.web.WebServerNamespace;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** Matches requests to management endpoints, on their ports only. */
final class EndpointRequests {

    private static final String HEALTH = "health";

    private EndpointRequests() {}

    /**
     * Matches each method on each endpoint, on the paths of health outside of the endpoints, and on the list of the
     * endpoints, for which Spring Boot matches GET only.
     */
    static RequestMatcher all() {
        return new OrRequestMatcher(
                EndpointRequest.toAnyEndpoint(), healthElsewhere(), asGet(EndpointRequest.toLinks()));
    }

    /** Matches health, on the port of its groups' additional paths, too, such as {@code /livez} for probes. */
    static RequestMatcher health() {
        return new OrRequestMatcher(EndpointRequest.to(HEALTH), healthElsewhere());
    }

    private static RequestMatcher healthElsewhere() {
        return new OrRequestMatcher(
                EndpointRequest.toAdditionalPaths(WebServerNamespace.SERVER, HEALTH),
                EndpointRequest.toAdditionalPaths(WebServerNamespace.MANAGEMENT, HEALTH));
    }

    /** Matches requests that read, GET and HEAD: Spring MVC answers HEAD wherever it answers GET. */
    static RequestMatcher reading(RequestMatcher endpoints) {
        RequestMatcher reads = asGet(endpoints);
        return request -> isRead(request.getMethod()) && reads.matches(request);
    }

    private static boolean isRead(String method) {
        return method.equals(HttpMethod.GET.name()) || method.equals(HttpMethod.HEAD.name());
    }

    private static RequestMatcher asGet(RequestMatcher matcher) {
        return request -> matcher.matches(new GetRequest(request));
    }

    /** The request as it would be with the method GET. */
    private static final class GetRequest extends HttpServletRequestWrapper {

        GetRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public String getMethod() {
            return HttpMethod.GET.name();
        }
    }
}
