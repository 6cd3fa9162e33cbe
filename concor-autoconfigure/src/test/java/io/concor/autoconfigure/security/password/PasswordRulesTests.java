package io.concor.autoconfigure.security.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.properties.section.OAuth2Settings;
import io.concor.autoconfigure.properties.section.OtherRequests;
import io.concor.autoconfigure.properties.section.Role;
import io.concor.autoconfigure.properties.section.SecuritySettings;
import io.concor.autoconfigure.properties.section.UserSettings;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder.BCryptVersion;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

class PasswordRulesTests {

    private static final String PASSWORD = "long enough for both";
    private static final String OTHER_PASSWORD = "as long as the other one";
    private static final String SALT_AND_HASH = "dXJ3SW6G7P50lGmMkkmwe.20cQQubK3.HZWzG3YB1tlRy.fqvM/BG";

    private static ConfiguredUsers users(@Nullable String operator, @Nullable String viewer) {
        return ConfiguredUsers.required(settings(Map.of(
                "operator", new UserSettings(operator, Set.of(Role.OPERATOR)),
                "viewer", new UserSettings(viewer, Set.of(Role.VIEWER)))));
    }

    private static SecuritySettings settings(Map<String, UserSettings> users) {
        return new SecuritySettings(
                true, true, OtherRequests.AUTHENTICATED, 10, users, new OAuth2Settings(Map.of(), "roles"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "just so long",
                "{noop}just so long",
                "{noop}{secret of 20}",
                "{bcrypt}$2a$10$" + SALT_AND_HASH,
                "{bcrypt}$2b$04$" + SALT_AND_HASH,
                "{bcrypt}$2y$16$" + SALT_AND_HASH
            })
    void acceptsALongPasswordPlainOrHashed(String password) {
        assertThat(users(password, PASSWORD).loadUserByUsername("operator").getAuthorities())
                .extracting(GrantedAuthority::getAuthority)
                .contains("ROLE_OPERATOR");
    }

    @ParameterizedTest
    @CsvSource({"72,x", "36,\u00e9", "24,\u20ac", "18,\uD83D\uDE00"})
    void acceptsAsManyBytesAsBcryptTakesAndNoMore(int most, String character) {
        assertThat(PasswordRules.problem(character.repeat(most))).isNull();
        assertThat(PasswordRules.problem("{noop}" + character.repeat(most))).isNull();
        assertThat(PasswordRules.hashed(character.repeat(most))).startsWith("{bcrypt}");

        assertThat(PasswordRules.problem(character.repeat(most + 1)))
                .isEqualTo("is too long, with more than 72 bytes in UTF-8")
                .isEqualTo(PasswordRules.problem("{noop}" + character.repeat(most + 1)));
    }

    @Test
    void acceptsWhatBcryptMakes() {
        for (BCryptVersion version : BCryptVersion.values()) {
            for (int i = 0; i < 100; i++) {
                String hash = new BCryptPasswordEncoder(version, PasswordRules.LEAST_COST).encode(PASSWORD);
                assertThat(PasswordRules.problem("{bcrypt}" + hash)).as(hash).isNull();
            }
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "      ", "{noop}", "{noop}   "})
    void namesThePasswordThatIsMissing(@Nullable String password) {
        assertThatExceptionOfType(UnusableUserException.class)
                .isThrownBy(() -> users(PASSWORD, password))
                .withMessage("concor.security.users.viewer.password is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"too short  ", "  too short  ", "{noop}too short"})
    void countsNoBlanksAndNoEncodingAroundAPassword(String password) {
        assertThatExceptionOfType(UnusableUserException.class)
                .isThrownBy(() -> users(password, PASSWORD))
                .withMessage("concor.security.users.operator.password is too short, with fewer than 12 characters");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "{bcrypt}garbage, is not a hash that bcrypt makes",
                "{bcrypt}, is not a hash that bcrypt makes",
                "{bcrypt}$2x$10$" + SALT_AND_HASH + ", is not a hash that bcrypt makes",
                "{bcrypt}$2a$10$" + SALT_AND_HASH + "G, is not a hash that bcrypt makes",
                "{bcrypt}$2a$10$dXJ3SW6G7P50lGmMkkmweA20cQQubK3.HZWzG3YB1tlRy.fqvM/BG, is not a hash that bcrypt makes",
                "{bcrypt}$2a$10$dXJ3SW6G7P50lGmMkkmwe.20cQQubK3.HZWzG3YB1tlRy.fqvM/BH, is not a hash that bcrypt makes",
                "{bcrypt}$2a$03$" + SALT_AND_HASH + ", has a bcrypt cost that is not from 04 to 16",
                "{bcrypt}$2a$17$" + SALT_AND_HASH + ", has a bcrypt cost that is not from 04 to 16",
                "{bcrypt}$2a$31$" + SALT_AND_HASH + ", has a bcrypt cost that is not from 04 to 16",
                "$2a$10$" + SALT_AND_HASH + ", is a bcrypt hash without {bcrypt} in front",
                "{MD5}5f4dcc3b5aa765d61d8327deb882cf99, neither with {bcrypt} nor with {noop}",
                "{argon2@SpringSecurity_v5_8}$argon2id$v=19, neither with {bcrypt} nor with {noop}",
                "{BCRYPT}$2a$10$" + SALT_AND_HASH + ", neither with {bcrypt} nor with {noop}",
                "{secret long enough, neither with {bcrypt} nor with {noop}",
                "{}long enough for all, neither with {bcrypt} nor with {noop}"
            })
    void rejectsWhatIsNotTheHashOfAPassword(String password, String problem) {
        assertThatExceptionOfType(UnusableUserException.class)
                .isThrownBy(() -> users(password, PASSWORD))
                .withMessageStartingWith("concor.security.users.operator.password ")
                .withMessageContaining(problem)
                .withMessageNotContainingAny("garbage", "secret", "long enough", "dXJ3", "5f4d", "argon2");
    }

    @Test
    void reportsWhatToDo() {
        FailureAnalysis analysis =
                StartupFailure.analysis(new UnusableUserException("concor.security.users.some.password", "is missing"));

        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription()).isEqualTo("concor.security.users.some.password is missing.");
        assertThat(analysis.getAction())
                .startsWith(
                        "Set concor.security.users.some.password, or the variable that it refers to, to a password of at"
                                + " least 12 characters and at most 72 bytes")
                .endsWith("with a cost from 04 to 16.");
    }

    @Test
    void hashesAPlainPasswordWithoutThePrefixThatMarksIt() {
        String hash = PasswordRules.hashed("{noop}{in braces}, long");

        assertThat(PasswordEncoderFactories.createDelegatingPasswordEncoder().matches("{in braces}, long", hash))
                .isTrue();
        assertThat(PasswordRules.hashed(hash)).isEqualTo(hash);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{noop}"})
    void plainPasswordsLogIn(String prefix) {
        DaoAuthenticationProvider logIn =
                new DaoAuthenticationProvider(users(prefix + PASSWORD, prefix + OTHER_PASSWORD));

        assertThat(Map.of("operator", PASSWORD, "viewer", OTHER_PASSWORD)).allSatisfy((user, password) -> assertThat(
                        logIn.authenticate(UsernamePasswordAuthenticationToken.unauthenticated(user, password))
                                .isAuthenticated())
                .isTrue());
        assertThatExceptionOfType(BadCredentialsException.class)
                .isThrownBy(() -> logIn.authenticate(
                        UsernamePasswordAuthenticationToken.unauthenticated("operator", OTHER_PASSWORD)));
    }

    @Test
    void requiresUsersAndARoleOfEach() {
        assertThatExceptionOfType(UnusableUserException.class)
                .isThrownBy(() -> ConfiguredUsers.required(settings(Map.of())))
                .withMessage("concor.security.users is empty although concor.security.enabled is true");
        assertThatExceptionOfType(UnusableUserException.class)
                .isThrownBy(
                        () -> ConfiguredUsers.required(settings(Map.of("night", new UserSettings(PASSWORD, Set.of())))))
                .withMessage("concor.security.users.night.roles is missing");
    }

    @Test
    void showsNoPassword() {
        assertThat(settings(Map.of("a", new UserSettings(PASSWORD, Set.of(Role.VIEWER))))
                        .toString())
                .doesNotContain(PASSWORD);
    }
}
