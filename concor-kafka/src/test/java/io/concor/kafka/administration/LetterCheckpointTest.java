package io.concor.kafka.administration;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LetterCheckpointTest {

    private final Uuid topic = Uuid.randomUuid();
    private final LetterCheckpoint none = LetterCheckpoint.none(topic);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsWhatItHasWritten(boolean paused) {
        LetterCheckpoint checkpoint = new LetterCheckpoint(topic, 700, paused);
        assertThat(LetterCheckpoint.read(checkpoint.write(), topic)).isEqualTo(checkpoint);
        assertThat(checkpoint.in(700)).isEqualTo(checkpoint);
    }

    @Test
    void whatIsOfAnotherTopicOrWrittenByOthersSaysNothing() {
        LetterCheckpoint other = new LetterCheckpoint(Uuid.randomUuid(), 700, true);
        assertThat(LetterCheckpoint.read(other.write(), topic)).isEqualTo(none);
        assertThat(LetterCheckpoint.read(new OffsetAndMetadata(700), topic)).isEqualTo(none);
        assertThat(LetterCheckpoint.read(new OffsetAndMetadata(700, "1 " + topic + " perhaps"), topic))
                .isEqualTo(none);
        assertThat(LetterCheckpoint.read(null, topic)).isEqualTo(none);
    }

    @Test
    void saysNothingAboutATopicThatHasLostItsRecords() {
        assertThat(new LetterCheckpoint(topic, 700, true).in(699)).isEqualTo(none);
    }
}
