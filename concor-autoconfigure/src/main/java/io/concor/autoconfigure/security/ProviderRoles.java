package io.concor.autoconfigure.security;

import io.concor.autoconfigure.properties.OAuth2Settings;
import io.concor.autoconfigure.properties.Role;
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
import org.springframework.security.core.authority.mapping.GrantedAuthoritiesMapper;
import org.springframework.security.oauth2.core.user.OAuth2UserAuthority;

/** Adds the roles that the claims of a user give to the authorities that the application gives. Thread-safe. */
final class ProviderRoles implements GrantedAuthoritiesMapper {

    private static final Logger logger = LoggerFactory.getLogger(ProviderRoles.class);

    private final OAuth2Settings settings;
    private final GrantedAuthoritiesMapper application;

    ProviderRoles(OAuth2Settings settings, GrantedAuthoritiesMapper application) {
        this.settings = settings;
        this.application = application;
    }

    @Override
    public Collection<? extends GrantedAuthority> mapAuthorities(Collection<? extends GrantedAuthority> authorities) {
        Set<GrantedAuthority> mapped = new LinkedHashSet<>(application.mapAuthorities(authorities));
        authorities.stream()
                .flatMap(authority -> authority instanceof OAuth2UserAuthority user ? roles(user) : Stream.empty())
                .forEach(mapped::add);
        return mapped;
    }

    private Stream<GrantedAuthority> roles(OAuth2UserAuthority user) {
        Set<String> values = values(user.getAttributes());
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
