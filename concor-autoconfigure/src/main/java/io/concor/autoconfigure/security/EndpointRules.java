package io.concor.autoconfigure.security;

import io.concor.autoconfigure.properties.Role;
import java.util.stream.Stream;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest.EndpointRequestMatcher;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/** Which role a request to a management endpoint needs. */
final class EndpointRules {

    private static final String[] ALL = Stream.of(Role.values()).map(Role::name).toArray(String[]::new);
    private static final String OPERATOR = Role.OPERATOR.name();

    /** Open to liveness checks. The details need a role: {@code management.endpoint.health.roles}. */
    private static final EndpointRequestMatcher HEALTH = EndpointRequest.to("health");

    /** The audit events are the operator's: users type a password as their name by mistake. */
    private static final EndpointRequestMatcher VIEWED =
            EndpointRequest.toAnyEndpoint().excluding("auditevents");

    private EndpointRules() {}

    static void apply(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        requests.requestMatchers(EndpointRequests.reading(HEALTH))
                .permitAll()
                .requestMatchers(EndpointRequests.reading(VIEWED))
                .hasAnyRole(ALL)
                .requestMatchers(EndpointRequest.to("concorpresets"))
                .hasAnyRole(Role.PRESETS.name(), OPERATOR)
                .requestMatchers(EndpointRequest.to("concorsampling"))
                .hasAnyRole(Role.DIAGNOSIS.name(), OPERATOR)
                .anyRequest()
                .hasRole(OPERATOR);
    }
}
