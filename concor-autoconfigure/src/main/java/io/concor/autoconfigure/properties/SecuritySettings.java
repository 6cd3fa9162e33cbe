package io.concor.autoconfigure.properties;

import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Access to the management endpoints over HTTP.
 *
 * @param enabled Whether Concor protects the management endpoints of a servlet application with Spring Security: users
 *     with roles, limits for failed log-ins, CSRF tokens for browsers.
 * @param passwordRequired Whether the endpoints require a log-in. If false, every caller that reaches the port may read
 *     and change.
 * @param otherRequests Which requests outside of the management endpoints are accepted if the application defines no
 *     SecurityFilterChain: authenticated or open.
 * @param users Users of the endpoints by name. Ignored if the application defines a UserDetailsService or another
 *     source of users.
 */
public record SecuritySettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("true") boolean passwordRequired,
        @DefaultValue("authenticated") OtherRequests otherRequests,
        @DefaultValue Map<String, UserSettings> users) {}
