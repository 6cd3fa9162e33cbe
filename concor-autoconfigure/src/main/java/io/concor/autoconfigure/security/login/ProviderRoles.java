package io.concor.autoconfigure.security.login;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.mapping.GrantedAuthoritiesMapper;
import org.springframework.security.oauth2.core.user.OAuth2UserAuthority;

/** Adds the roles that the claims of a user give to the authorities that the application gives. Thread-safe. */
final class ProviderRoles implements GrantedAuthoritiesMapper {

    private final ClaimRoles roles;
    private final GrantedAuthoritiesMapper application;

    ProviderRoles(ClaimRoles roles, GrantedAuthoritiesMapper application) {
        this.roles = roles;
        this.application = application;
    }

    @Override
    public Collection<? extends GrantedAuthority> mapAuthorities(Collection<? extends GrantedAuthority> authorities) {
        Set<GrantedAuthority> mapped = new LinkedHashSet<>(application.mapAuthorities(authorities));
        authorities.stream()
                .flatMap(authority ->
                        authority instanceof OAuth2UserAuthority user ? roles.of(user.getAttributes()) : Stream.empty())
                .forEach(mapped::add);
        return mapped;
    }
}
