package io.concor.simulator.queues;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.queues.check.DeliveredMessage;
import io.concor.simulator.queues.http.ServerAnswer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerReaderTest {

    @Test
    void readsTheQueuesOfTheLoad() {
        ServerAnswer answer = answer(
                "{\"other\":[\"load-9\",{\"queues\":[\"load-8\"]}],\"queues\":[\"load-2\",\"orders\",\"load-1\",\"load-4\","
                        + "\"load-01\",\"load-0\",\"load--1\",\"load-\"],\"next\":null}");
        assertThat(AnswerReader.queues(answer, 3)).containsExactly(2, 1);
    }

    @Test
    void readsAMessageWithOtherFields() {
        ServerAnswer answer = answer(
                "{\"content\":\"a"
                        + " \\u00fc\",\"x\":{\"id\":\"wrong\"},\"y\":[{\"from\":\"wrong\"}],\"id\":\"1\",\"from\":\"b\",\"to\":null}");
        assertThat(AnswerReader.message(answer)).isEqualTo(new DeliveredMessage("1", "b", "", "a \u00fc", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"queues\":[", "null", "{\"id\":\"1\"", "<html>"})
    void rejectsWhatIsNoObject(String body) {
        assertThat(AnswerReader.queues(answer(body), 3)).isNull();
        assertThat(AnswerReader.message(answer(body))).isNull();
        assertThat(AnswerReader.id(answer(body))).isNull();
    }

    private static ServerAnswer answer(String body) {
        byte[] bytes = (body + "trailing bytes of an earlier answer").getBytes(StandardCharsets.UTF_8);
        return new ServerAnswer(200, null, bytes, body.getBytes(StandardCharsets.UTF_8).length);
    }
}
