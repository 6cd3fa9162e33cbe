package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.verdict.Cause;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what planning costs: a plan in ten seconds at most. About what the last one had no answer to, the next is made
 * after twice the time that passed before, a minute at most: more is known by then. Not thread-safe.
 */
final class PlanPacing {

    static final Duration SHORTEST_PAUSE = Duration.ofSeconds(10);
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private Instant notBefore = Instant.MIN;
    private @Nullable Topic quietTopic;
    private Instant quietUntil = Instant.MIN;
    private Duration lastPause = Duration.ZERO;

    /**
     * What a plan is about.
     *
     * @param cause what limits the flow, or null
     * @param component where, or null
     * @param version the version of the layout
     */
    record Topic(Aim aim, @Nullable Cause cause, @Nullable String component, long version) {}

    boolean allows(Topic topic, Instant now) {
        boolean quiet = topic.equals(quietTopic) && now.isBefore(quietUntil);
        return !quiet && !now.isBefore(notBefore);
    }

    void started(Instant now) {
        notBefore = now.plus(SHORTEST_PAUSE);
    }

    /** A plan about a topic found nothing. */
    void foundNothing(Topic topic, Instant now) {
        Duration twice = topic.equals(quietTopic) ? lastPause.multipliedBy(2) : SHORTEST_PAUSE;
        lastPause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
        quiet(topic, now.plus(lastPause));
    }

    /** Plans nothing about a topic for some time. */
    void quiet(Topic topic, Instant until) {
        quietTopic = topic;
        quietUntil = until;
    }
}
