package io.concor.experiments.clientqueues;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.queues.QueuesSecond;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveStepsTest {

    private static final int WARM_UP = 3;
    private static final int STEP = 5;

    private final List<String> changes = new ArrayList<>();
    private int second = -WARM_UP;

    private final LiveSteps steps = new LiveSteps(
            VariedSetting.THREADS,
            List.of(8, 1),
            2,
            STEP,
            value -> changes.add(value + " before " + second),
            () -> second == 10 ? "queue-store" : "verdict of " + changes.get(changes.size() - 1));

    /** Ends all seconds of the run, and one of the drain. */
    private void run(LongUnaryOperator requests, LongUnaryOperator errors) {
        steps.begin();
        IntStream.range(-WARM_UP, steps.seconds() + 1).forEach(ended -> {
            second = ended + 1;
            LatencySummary latencies = new LatencySummary(0, 1000 + ended, 0, 9000 + ended, 0, 0);
            steps.accept(new QueuesSecond(
                    ended, requests.applyAsLong(ended), errors.applyAsLong(ended), Map.of(), Map.of(), latencies));
        });
    }

    @Test
    void giveEachValueItsTurnInEachRound() {
        run(any -> 0, any -> 0);

        assertThat(steps.seconds()).isEqualTo(4 * STEP);
        assertThat(changes).containsExactly("8 before -3", "1 before 5", "8 before 10", "1 before 15");
    }

    @Test
    void countWhatIsSettled() {
        run(
                ended -> ended < 0 || ended >= 20 ? 1_000_000 : ended % STEP < 2 && ended >= STEP ? 1_000 : ended,
                any -> 0);

        assertThat(steps.table().lines())
                .contains(
                        "| 1 | 18 | 8 | 18 | 1.02 / 9.02 | 0 | queue-store, verdict of 1 before 15 |",
                        "| 8 | 13 | 2 | 13 | 1.00 / 9.00 | 0 | verdict of 8 before -3, verdict of 8 before 10 |");
    }

    @Test
    void countAllErrorsAlsoWhileTheChangeSettles() {
        run(any -> 1, ended -> ended == 5 || ended == 19 || ended < 0 ? 7 : 0);

        assertThat(steps.table().lines()).anyMatch(row -> row.matches("\\| 1 \\|.* 14 \\| .*"));
        assertThat(steps.table().lines()).anyMatch(row -> row.matches("\\| 8 \\|.* 0 \\| .*"));
    }
}
