package io.concor.simulator.queues.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageContentsTest {

    @ParameterizedTest
    @CsvSource({
        "20, 1, 0",
        "20, 100000, 2147483647",
        "200, 17, 12345",
        "1000000, 5, 7",
    })
    void findsTheOriginOfAContentOfAnySize(int size, int sender, int number) {
        MessageContents contents = MessageContents.ofNewRun(size);
        String content = contents.content(sender, number);
        assertThat(content).hasSize(size).matches("[a-z0-9.]*");
        MessageOrigin origin = Objects.requireNonNull(contents.parse(content));
        assertThat(origin.sender()).isEqualTo(sender);
        assertThat(origin.number()).isEqualTo(number);
        assertThat(contents.isOfThisRun(origin)).isTrue();
    }

    @Test
    void rejectsAnyChangeOfACharacter() {
        MessageContents contents = MessageContents.ofNewRun(60);
        String content = contents.content(36, 1296);
        IntStream.range(0, content.length()).forEach(i -> {
            String changed =
                    content.substring(0, i) + (content.charAt(i) == 'z' ? 'y' : 'z') + content.substring(i + 1);
            assertThat(contents.parse(changed))
                    .as("change at %d of %s", i, content)
                    .isNull();
        });
    }

    @Test
    void acceptsAContentOfAnotherRunAndSize() {
        MessageContents contents = MessageContents.ofNewRun(60);
        MessageOrigin origin = Objects.requireNonNull(
                contents.parse(MessageContents.ofNewRun(90).content(1, 2)));
        assertThat(contents.isOfThisRun(origin)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "..", "...", "0.1.", "0.1.abc", "-1.1.abcdef.", "0.01.abcdef.", "+1.1.a.", "\u0661.1.a."
            })
    void rejectsWhatItDoesNotWrite(String content) {
        assertThat(MessageContents.ofNewRun(20).parse(content)).isNull();
    }
}
