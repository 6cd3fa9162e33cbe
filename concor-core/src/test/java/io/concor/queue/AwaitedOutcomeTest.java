package io.concor.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queue.AwaitedOutcome.Failed;
import io.concor.queue.AwaitedOutcome.ValueLost;
import org.junit.jupiter.api.Test;

class AwaitedOutcomeTest {

    @Test
    void tellsTypeAndTextOfAnError() {
        assertThat(Failed.of("book", new IllegalStateException("no stock")))
                .isEqualTo(new Failed("book", "java.lang.IllegalStateException", "no stock"));
        assertThat(Failed.of("book", new IllegalStateException()).message()).isEmpty();
    }

    @Test
    void shortensTexts() {
        assertThat(new Failed("c".repeat(300), "t".repeat(300), "m".repeat(3_000)))
                .isEqualTo(new Failed("c".repeat(254) + "…", "t".repeat(254) + "…", "m".repeat(1_999) + "…"));
        assertThat(new ValueLost("r".repeat(3_000), null).reason()).hasSize(AwaitedOutcome.MOST_TEXT);
    }

    @Test
    void keepsTextsOnOneLine() {
        assertThat(new Failed("a\nb", "c\u202Ed", "e\r\u0000f")).isEqualTo(new Failed("a?b", "c?d", "e??f"));
    }

    /** The cut may halve a pair. */
    @Test
    void cutsNoCharacterInHalf() {
        String message = new Failed("", "", "😀".repeat(1_001)).message();
        assertThat(message.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE))
                .isTrue();
    }

    @Test
    void standsErrorsWhoseTextCannotBeHad() {
        RuntimeException mute = new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no text");
            }
        };
        assertThat(Failed.of("book", mute).message()).isEqualTo("its text cannot be had");
    }
}
