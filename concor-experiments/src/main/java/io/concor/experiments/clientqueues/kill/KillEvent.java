package io.concor.experiments.clientqueues.kill;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A process that was killed and started again.
 *
 * @param after when, since the begin of the load
 * @param target the server, from 0; or {@link PlannedKill#DATABASE}
 * @param answered by server, from 0: the time from the kill until it answered
 */
record KillEvent(Duration after, int target, Map<Integer, Duration> answered) {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    boolean isOfDatabase() {
        return target == PlannedKill.DATABASE;
    }

    /** Returns what happened, in a line. */
    String line() {
        String killed = isOfDatabase() ? "the database" : "server " + (target + 1);
        String answers = new TreeMap<>(answered)
                .entrySet().stream()
                        .map(each -> "server " + (each.getKey() + 1) + " answered after " + seconds(each.getValue()))
                        .collect(Collectors.joining(", "));
        return seconds(after) + ": killed " + killed + "; " + answers;
    }

    static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toNanos() / NANOS_PER_SECOND);
    }
}
