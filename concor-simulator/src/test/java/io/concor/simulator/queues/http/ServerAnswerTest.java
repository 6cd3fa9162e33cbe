package io.concor.simulator.queues.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerAnswerTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "503, 3, true, 3000",
                "503, 99, true, 10000",
                "503, -1, true, 0",
                "503, Fri, true, 1000",
                "429, 3, true, 3000",
                "503, none, false, 1000",
                "500, 3, false, 3000"
            })
    void waitsAsLongAsTheServerAsksFor(int status, @Nullable String retryAfter, boolean refused, long pauseMillis) {
        ServerAnswer answer = new ServerAnswer(status, retryAfter, new byte[0], 0);
        assertThat(answer.isRefusedForNow()).isEqualTo(refused);
        assertThat(answer.isUncertain()).isEqualTo(!refused);
        assertThat(answer.pauseNanos()).isEqualTo(pauseMillis * 1_000_000);
    }
}
