package io.concor.queueserver.security;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.security.oauth2.server.resource.authentication.JwtGrantedAuthoritiesConverter;

/**
 * Who the holder of a token is: a client, if the token has the scope of clients. Thread-safe.
 *
 * @param nameClaim the claim with the name
 * @param scope the scope of clients; null if all are
 */
record TokenClients(String nameClaim, @Nullable String scope) implements Converter<Jwt, AbstractAuthenticationToken> {

    private static final JwtGrantedAuthoritiesConverter SCOPES = new JwtGrantedAuthoritiesConverter();

    /** Without the claim, Spring Security would take the text of the whole token for the name. */
    @Override
    public AbstractAuthenticationToken convert(Jwt token) {
        Object name = token.getClaims().get(nameClaim);
        if (!(name instanceof String text) || text.isBlank()) {
            throw new InvalidBearerTokenException("The token does not name its holder");
        }
        return new JwtAuthenticationToken(token, authorities(token), text);
    }

    private Collection<GrantedAuthority> authorities(Jwt token) {
        Set<GrantedAuthority> authorities = new HashSet<>(SCOPES.convert(token));
        if (scope == null || authorities.stream().anyMatch(each -> ("SCOPE_" + scope).equals(each.getAuthority()))) {
            authorities.add(ClientRole.CLIENT);
        }
        return authorities;
    }
}
