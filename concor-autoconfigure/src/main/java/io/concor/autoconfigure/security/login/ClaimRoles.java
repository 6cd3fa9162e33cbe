package io.concor.autoconfigure.security.login;

import io.concor.autoconfigure.properties.section.OAuth2Settings;
import io.concor.autoconfigure.properties.section.Role;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * The roles that the claims of a user give. Thread-safe.
 *
 * @param settings the claim and its values
 */
record ClaimRoles(OAuth2Settings settings) {

    private static final Logger logger = LoggerFactory.getLogger(ClaimRoles.class);

    Stream<GrantedAuthority> of(Map<String, Object> claims) {
        Set<String> values = values(claims);
        logger.debug("A user logs in with the values {} of the claim '{}'", values, settings.rolesClaim());
        return Stream.of(Role.values())
                .filter(role -> values.stream().anyMatch(value -> settings.gives(role, value)))
                .map(role -> new SimpleGrantedAuthority("ROLE_" + role.name()));
    }

    private Set<String> values(Map<String, Object> claims) {
        Object found = claim(claims, settings.rolesClaim());
        Set<String> values = new LinkedHashSet<>();
        if (found instanceof Collection<?> several) {
            several.forEach(value -> values.add(String.valueOf(value)));
        } else if (found != null) {
            values.add(found.toString());
        }
        return values;
    }

    /** Returns the claim of a name, which may have dots as an address has, or the one on a path through objects. */
    private static @Nullable Object claim(Map<?, ?> claims, String path) {
        if (claims.containsKey(path)) {
            return claims.get(path);
        }
        int dot = path.indexOf('.');
        return dot > 0 && claims.get(path.substring(0, dot)) instanceof Map<?, ?> inner
                ? claim(inner, path.substring(dot + 1))
                : null;
    }
}
