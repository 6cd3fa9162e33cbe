package io.concor.autoconfigure.security.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.properties.section.OAuth2Settings;
import io.concor.autoconfigure.properties.section.Role;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.authority.mapping.NullAuthoritiesMapper;
import org.springframework.security.oauth2.core.user.OAuth2UserAuthority;

class ProviderRolesTests {

    private static final Map<String, Object> CLAIMS = Map.of(
            "sub", "anna",
            "roles", List.of("Viewer", "other", 7),
            "department", "operator",
            "https://example.com/roles", List.of("diagnosis"),
            "realm_access", Map.of("roles", List.of("presets")));

    private static List<String> roles(String claim, Map<Role, Set<String>> values) {
        return new ProviderRoles(new ClaimRoles(new OAuth2Settings(values, claim)), new NullAuthoritiesMapper())
                .mapAuthorities(List.of(new OAuth2UserAuthority(CLAIMS))).stream()
                        .map(GrantedAuthority::getAuthority)
                        .filter(authority -> authority.startsWith("ROLE_"))
                        .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "roles, ROLE_VIEWER",
        "department, ROLE_OPERATOR",
        "https://example.com/roles, ROLE_DIAGNOSIS",
        "realm_access.roles, ROLE_PRESETS"
    })
    void findsTheClaim(String claim, String role) {
        assertThat(roles(claim, Map.of())).containsExactly(role);
    }

    @ParameterizedTest
    @CsvSource({"groups", "realm_access", "realm_access.groups", "roles.viewer", ".roles", "sub"})
    void givesNoRoleWithoutAValueOfTheClaim(String claim) {
        assertThat(roles(claim, Map.of())).isEmpty();
    }

    @Test
    void takesTheConfiguredValuesInPlaceOfTheNameOfTheRole() {
        assertThat(roles("roles", Map.of(Role.VIEWER, Set.of("staff"), Role.PRESETS, Set.of("a", "other", "7"))))
                .containsExactly("ROLE_PRESETS");
    }

    @Test
    void addsToWhatTheApplicationGives() {
        ProviderRoles roles = new ProviderRoles(
                new ClaimRoles(new OAuth2Settings(Map.of(), "roles")),
                any -> Set.of(new SimpleGrantedAuthority("ROLE_OPERATOR")));

        assertThat(roles.mapAuthorities(List.of(new OAuth2UserAuthority(CLAIMS))))
                .extracting(GrantedAuthority::getAuthority)
                .containsExactly("ROLE_OPERATOR", "ROLE_VIEWER");
    }
}
