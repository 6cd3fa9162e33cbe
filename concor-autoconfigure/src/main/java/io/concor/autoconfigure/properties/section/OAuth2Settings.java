package io.concor.autoconfigure.properties.section;

import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Roles of the users that log in at a provider.
 *
 * @param roles Values of the claim for each role: viewer, presets, diagnosis, operator. Default: the name of the role.
 * @param rolesClaim Claim of the ID token or the user info that lists what a user may do, such as groups, or the path of
 *     one with dots, such as realm_access.roles.
 */
public record OAuth2Settings(
        @DefaultValue Map<Role, Set<String>> roles,
        @DefaultValue("roles") String rolesClaim) {

    /** Whether a value of the claim gives a role. */
    public boolean gives(Role role, String value) {
        Set<String> values = roles.get(role);
        return values == null ? role.name().equalsIgnoreCase(value) : values.contains(value);
    }
}
