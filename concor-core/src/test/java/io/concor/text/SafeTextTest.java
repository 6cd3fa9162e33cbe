package io.concor.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafeTextTest {

    private static final String SMILE = "\ud83d\ude00";

    @Test
    void showsNoMoreThanOneHundredCharactersOfAValue() {
        assertThat(SafeText.shown("y".repeat(100))).isEqualTo("y".repeat(100));
        assertThat(SafeText.shown("y".repeat(5_000))).isEqualTo("y".repeat(100) + "...");
    }

    @Test
    void cutsNoCharacterInHalf() {
        assertThat(SafeText.shown("y".repeat(99) + SMILE.repeat(2))).isEqualTo("y".repeat(99) + "...");
        assertThat(SafeText.shown("y".repeat(98) + SMILE.repeat(2))).isEqualTo("y".repeat(98) + SMILE + "...");
    }

    @Test
    void showsThePlaceOfInvisibleCharacters() {
        assertThat(SafeText.shown("a\u0007\n\u2028\u200bb")).isEqualTo("a????b");
    }

    @Test
    void leavesNothingInWordsThatEndsALineForWhoReadsIt() {
        assertThat(SafeText.words("a\u2028b\u2029c\u0085d\re")).isEqualTo("a?b?c?d?e");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\u0000", "\u001b", "\u2028", "\u202e", "\u2066", "\u200f", "\ud83d"})
    void rejectsCharactersThatBreakOrReverseALine(String breaking) {
        assertThat(SafeText.fits("a" + breaking + "b")).isFalse();
        assertThat(SafeText.words("a" + breaking + "b")).isEqualTo("a?b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"more threads: 4 → 8", "\ud83d\udc69\u200d\ud83d\udcbb", "größer", "नमस्\u200dते"})
    void leavesWordsAsTheyAreInEveryScript(String words) {
        assertThat(SafeText.fits(words)).isTrue();
        assertThat(SafeText.words(words)).isEqualTo(words);
    }
}
