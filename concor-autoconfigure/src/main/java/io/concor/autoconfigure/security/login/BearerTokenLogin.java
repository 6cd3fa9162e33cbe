package io.concor.autoconfigure.security.login;

import io.concor.autoconfigure.properties.section.OAuth2Settings;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationConverter;
import org.springframework.security.oauth2.server.resource.authentication.JwtGrantedAuthoritiesConverter;

/** The log-in of programs with a bearer token that a provider has issued: a JWT that the application's decoder accepts. */
public final class BearerTokenLogin implements TokenLogin {

    private final JwtDecoder decoder;
    private final ClaimRoles roles;
    private final JwtGrantedAuthoritiesConverter scopes = new JwtGrantedAuthoritiesConverter();

    /**
     * Creates a log-in.
     *
     * @param claims which claims of a token give which role
     */
    public BearerTokenLogin(JwtDecoder decoder, OAuth2Settings claims) {
        this.decoder = decoder;
        this.roles = new ClaimRoles(claims);
    }

    @Override
    public void addTo(HttpSecurity http) {
        JwtAuthenticationConverter converter = new JwtAuthenticationConverter();
        converter.setJwtGrantedAuthoritiesConverter(this::authorities);
        http.oauth2ResourceServer(
                server -> server.jwt(jwt -> jwt.decoder(decoder).jwtAuthenticationConverter(converter)));
    }

    private Collection<GrantedAuthority> authorities(Jwt token) {
        Set<GrantedAuthority> authorities = new LinkedHashSet<>(scopes.convert(token));
        roles.of(token.getClaims()).forEach(authorities::add);
        return authorities;
    }
}
