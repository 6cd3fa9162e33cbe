package io.concor.experiments.clientqueues.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class StageTimesTest {

    private static final JsonMapper JSON = new JsonMapper();

    private final StageTimes times = new StageTimes();

    private void add(String slots) {
        times.add(JSON.readTree("{\"window\":{\"seconds\":10.0,\"slots\":[" + slots + "]}}"));
    }

    private static String store(int samples, int waiting, int p99, int batches, int call, double size) {
        return "{\"name\":\"store\",\"waiting\":{\"samples\":" + samples + ",\"meanMicros\":" + waiting
                + ",\"p99Micros\":" + p99 + "},\"batches\":{\"count\":" + batches + ",\"meanSize\":" + size
                + ",\"call\":{\"meanMicros\":" + call + "}}}";
    }

    @Test
    void weighTimesByWhatTheyWereMeasuredOn() {
        add(store(10, 1000, 5000, 100, 2000, 2));
        add(store(30, 3000, 4000, 300, 4000, 6));

        assertThat(times.waitingMillis()).isEqualTo(2.5);
        assertThat(times.highestWaitingP99Millis()).isEqualTo(5);
        assertThat(times.callMillis()).isEqualTo(3.5);
        assertThat(times.requestsPerBatch()).isEqualTo(5);
        assertThat(times.batchesPerSecond()).isEqualTo(20);
    }

    @Test
    void areZeroWithoutTheSlotOfTheStore() {
        add("{\"name\":\"parse\",\"waiting\":{\"samples\":1,\"meanMicros\":7}}");

        assertThat(times.waitingMillis()).isZero();
        assertThat(times.callMillis()).isZero();
    }

    @Test
    void countBatchesWhoseTimesWereNotMeasured() {
        add("{\"name\":\"store\",\"waiting\":{\"samples\":0,\"meanMicros\":0.0}}");

        assertThat(times.requestsPerBatch()).isZero();
        assertThat(times.batchesPerSecond()).isZero();
    }
}
