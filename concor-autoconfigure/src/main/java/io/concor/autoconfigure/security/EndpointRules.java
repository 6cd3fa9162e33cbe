package io.concor.autoconfigure.security;

import io.concor.autoconfigure.properties.section.Role;
import java.util.stream.Stream;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest.EndpointRequestMatcher;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/** Which role a request to a management endpoint needs. */
final class EndpointRules {

    private static final String[] ALL = Stream.of(Role.values()).map(Role::name).toArray(String[]::new);
    private static final String OPERATOR = Role.OPERATOR.name();

    /**
     * Shown to the operator only: audit events, because users type a password as their name by mistake, and what shows
     * the memory, the settings or the log of the application, or sessions and requests of its users.
     */
    private static final String[] CONFIDENTIAL = {
        "auditevents",
        "beans",
        "configprops",
        "env",
        "heapdump",
        "httpexchanges",
        "jolokia",
        "logfile",
        "sessions",
        "threaddump"
    };

    private EndpointRules() {}

    static void apply(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        // health is open to probes; its details need a role of management.endpoint.health.roles
        requests.requestMatchers(EndpointRequests.reading(EndpointRequests.health()))
                .permitAll()
                .requestMatchers(EndpointRequests.reading(viewed()))
                .hasAnyRole(ALL)
                .requestMatchers(EndpointRequest.to("concorpresets"))
                .hasAnyRole(Role.PRESETS.name(), OPERATOR)
                .requestMatchers(EndpointRequest.to("concorsampling"))
                .hasAnyRole(Role.DIAGNOSIS.name(), OPERATOR)
                .anyRequest()
                .hasRole(OPERATOR);
    }

    /** Returns a matcher for one filter chain: it keeps the paths of the application that it sees first. */
    private static EndpointRequestMatcher viewed() {
        return EndpointRequest.toAnyEndpoint().excluding(CONFIDENTIAL);
    }
}
