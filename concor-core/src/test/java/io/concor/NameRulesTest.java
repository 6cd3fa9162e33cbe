package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameRulesTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "7", "mo-flow", "End Point Resolver", "v1.2_b", "Größe", "a..b"})
    void allowsWhatTravelsInUrlsFilesAndMetrics(String name) {
        assertThat(NameRules.checked("flow", name)).isEqualTo(name);
    }

    @Test
    void allowsUpToOneHundredCharacters() {
        assertThat(NameRules.allowed("x".repeat(100))).isTrue();
        assertThat(NameRules.allowed("x".repeat(101))).isFalse();
    }

    @Test
    void allowsNoMoreBytesThanAFileNameHolds() {
        assertThat(NameRules.allowed("漢".repeat(66))).isTrue();
        assertThat(NameRules.allowed("漢".repeat(67))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "..",
                ".hidden",
                "-a",
                "a-",
                "a ",
                " a",
                "a/b",
                "a\\b",
                "a:b",
                "a%2fb",
                "a\nb",
                "a\u0000b",
                "../a",
                "a\tb",
                "a\n"
            })
    void refusesWhatDoesNot(String name) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> NameRules.checked("preset", name))
                .returns("preset", InvalidSettingException::field)
                .returns(NameRules.ALLOWED, InvalidSettingException::allowed);
    }

    @Test
    void reportsTheNameOnOneLine() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> NameRules.checked("flow", "a\n\u001b[31m\u200bb"))
                .returns("'a??[31m?b' is not a name", InvalidSettingException::reason);
    }
}
