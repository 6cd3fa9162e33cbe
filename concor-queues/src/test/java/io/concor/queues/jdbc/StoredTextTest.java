package io.concor.queues.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.concor.queue.Ending;
import io.concor.queues.codec.HeaderFormat;
import io.concor.queues.row.RowFailure;
import io.concor.queues.row.StoredText;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"NUL \0", "\uD83D", "\uDE42 x", "\uD83D\uD83D\uDE42"})
    void refusesWhatDatabasesDoNotKeep(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredText.requireId(text))
                .withMessageContaining("The id \"")
                .withMessageContaining("NUL or half of a surrogate pair");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredText.requireKey(text))
                .withMessageContaining("The key \"");
    }

    @Test
    void refusesIdsThatAreEmptyOrTooLong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredText.requireId(""))
                .withMessageContaining("1 to 255");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredText.requireId("i".repeat(256)))
                .withMessageContaining("has 256 characters")
                .withMessageContaining("at most 255");
        assertThatNoException().isThrownBy(() -> StoredText.requireId("i".repeat(255)));
    }

    @Test
    void takesKeysUpToTheirBound() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StoredText.requireKey("k".repeat(1001)))
                .withMessageContaining("at most 1000");
        assertThatNoException().isThrownBy(() -> StoredText.requireKey("k".repeat(1000)));
        assertThatNoException().isThrownBy(() -> StoredText.requireKey(""));
        assertThatNoException().isThrownBy(() -> StoredText.requireKey(null));
    }

    @Test
    void cutsNoCharacterInHalves() {
        RowFailure failure =
                RowFailure.of(new Ending.Failure("c", new IllegalStateException("x" + "🙂".repeat(2000)), false));

        assertThat(failure.errorType()).isEqualTo("java.lang.IllegalStateException");
        assertThat(failure.errorMessage())
                .startsWith("java.lang.IllegalStateException: x🙂")
                .hasSize(2000);
        assertThatNoException()
                .isThrownBy(() -> StoredText.requireKey(failure.errorMessage().substring(1200)));
    }

    @Test
    void restoresHeaders() {
        Map<String, String> headers = Map.of("a", "", "", "b", "日本 🙂\0", "=&\n", "long", "x".repeat(70_000));

        assertThat(HeaderFormat.read(HeaderFormat.write(headers))).isEqualTo(headers);
        assertThat(HeaderFormat.write(Map.of())).isNull();
        assertThat(HeaderFormat.read(null)).isEmpty();
    }

    @Test
    void restoresWhatIsLeftOfDamagedHeaders() {
        byte[] written = HeaderFormat.write(new TreeMap<>(Map.of("a", "1", "b", "2")));
        byte[] cut = java.util.Arrays.copyOf(written, written.length - 1);
        byte[] negative = written.clone();
        negative[10] = -1;

        assertThat(HeaderFormat.read(cut)).isEqualTo(Map.of("a", "1"));
        assertThat(HeaderFormat.read(negative)).isEqualTo(Map.of("a", "1"));
    }
}
