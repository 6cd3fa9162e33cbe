package io.concor.sample.support.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessPropertiesTest {

    private static final String PASSWORD = "long enough for both";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "just so long",
                "{noop}just so long",
                "{bcrypt}$2a$10$dXJ3SW6G7P50lGmMkkmwe.20cQQubK3.HZWzG3YB1tlRy.fqvM/BG",
                "{argon2@SpringSecurity_v5_8}$argon2id$v=19",
                "{scrypt@SpringSecurity_v5_8}$100801$",
                "{pbkdf2@SpringSecurity_v5_8}5d923b44",
                "{SHA-256}{cDmnzUw=}97cf"
            })
    void acceptsALongPasswordPlainOrEncoded(String password) {
        assertThat(new AccessProperties(true, password, PASSWORD).operatorPassword())
                .isEqualTo(password);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "      ", "{noop}"})
    void namesThePasswordThatIsMissing(@Nullable String password) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AccessProperties(true, PASSWORD, password))
                .withMessage("access.viewer-password is missing: set the environment variable VIEWER_PASSWORD,"
                        + " to 12 characters or more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"too short  ", "  too short  ", "{noop}too short", "{bcrypt}xyz"})
    void countsNoBlanksAndNoEncodingAroundAPassword(String password) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AccessProperties(true, password, PASSWORD))
                .withMessageStartingWith("access.operator-password is too short: set the environment variable")
                .withMessageNotContaining("too short  ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{secret}long enough", "{secret, long enough", "{}long enough for all"})
    void rejectsAnUnknownEncodingWithoutRepeatingThePassword(String password) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AccessProperties(true, password, PASSWORD))
                .withMessageContainingAll("access.operator-password", "OPERATOR_PASSWORD", "{noop}")
                .withMessageNotContainingAny("secret", "long enough");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"short", "{secret}"})
    void needsNoPasswordWhereNoneIsRequired(@Nullable String password) {
        assertThat(new AccessProperties(false, password, password)).hasToString("AccessProperties[guarded=false]");
    }
}
