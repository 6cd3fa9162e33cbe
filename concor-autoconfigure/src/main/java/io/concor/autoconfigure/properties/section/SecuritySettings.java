package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import java.util.Map;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
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
 * @param sessionsPerUser Maximum number of sessions of a user, 1 to 1000: each browser that logs in has one. A further
 *     log-in ends the oldest.
 * @param users Users of the endpoints by name. Ignored if the application defines a UserDetailsService or another
 *     source of users.
 * @param oauth2 Roles of the users that log in at an OpenID Connect or OAuth 2.0 provider.
 */
public record SecuritySettings(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("true") boolean passwordRequired,
        @DefaultValue("authenticated") OtherRequests otherRequests,
        @DefaultValue("10") int sessionsPerUser,
        @DefaultValue Map<String, UserSettings> users,
        @DefaultValue @NestedConfigurationProperty OAuth2Settings oauth2) {

    private static final int MOST_SESSIONS = 1_000;

    /** Checks the number. */
    public SecuritySettings {
        if (sessionsPerUser < 1 || sessionsPerUser > MOST_SESSIONS) {
            throw InvalidSettingException.outOfBounds("sessions-per-user", sessionsPerUser, "1 to " + MOST_SESSIONS);
        }
    }
}
