package io.concor.simulator.result;

import io.concor.simulator.load.Account;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.Latencies;
import io.concor.simulator.load.Stability;
import io.concor.simulator.load.Totals;
import io.concor.simulator.mark.Marked;
import io.concor.simulator.profile.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run as it is written to {@code result.json}.
 *
 * @param name what the run was called
 * @param profile name of the profile
 * @param settings of the profile
 * @param url where requests went
 * @param completedBy what completed a request: its answer, or a call to which receiver
 * @param machine what the simulator ran on
 * @param started when, as ISO 8601
 * @param ending how it ended
 * @param stability the rule for the breaking point; null where none was looked for
 * @param breakingPoint null where none was found
 * @param marks what was sent beside the load
 * @param account all that was counted and measured
 */
public record Result(
        String name,
        String profile,
        Profile settings,
        String url,
        String completedBy,
        Machine machine,
        String started,
        Ending ending,
        @Nullable Stability stability,
        @Nullable BreakingPoint breakingPoint,
        List<Marked> marks,
        Account account) {

    /** In a few lines. */
    public String summary() {
        Totals totals = account.totals();
        return String.join(
                System.lineSeparator(),
                breakingPoint == null ? "The run has " + how() + "." : breakingPoint.summary(),
                "%d issued: %d completed, %d failed %s, %d unfinished. %d not sent."
                        .formatted(
                                totals.issued(),
                                totals.completed(),
                                totals.failed(),
                                account.failures(),
                                totals.unfinished(),
                                totals.notSent()),
                "Latency " + micros(account.latencies()) + "; the simulator itself was late by "
                        + micros(account.lateness()) + ".");
    }

    private String how() {
        return ending == Ending.INTERRUPTED ? "been interrupted" : "finished";
    }

    private static String micros(Latencies latencies) {
        return "p50 %d us, p99 %d us, p99.9 %d us, max %d us"
                .formatted(latencies.p50Micros(), latencies.p99Micros(), latencies.p999Micros(), latencies.maxMicros());
    }
}
