package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.verdict.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what planning costs: a plan in ten seconds at most. About what the last one had no answer to, the next is made
 * after twice the time that passed before, a minute at most: more is known by then. Not thread-safe.
 */
final class PlanPacing {

    static final Duration SHORTEST_PAUSE = Duration.ofSeconds(10);
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final int MOST_TOPICS = 8;

    private Instant notBefore = Instant.MIN;
    /** The topics that were planned for lately, the eldest first: causes near their bounds alternate. */
    private final Map<Topic, Quiet> quiet = new LinkedHashMap<>();

    /**
     * For how long nothing is planned about a topic.
     *
     * @param pause the pause after which the next plan found nothing, the last time
     */
    private record Quiet(Instant until, Duration pause) {}

    /**
     * What a plan is about.
     *
     * @param cause what limits the flow, or null
     * @param component where, or null
     * @param version the version of the layout
     */
    record Topic(
            PlanPurpose purpose,
            @Nullable Cause cause,
            @Nullable String component,
            long version) {}

    boolean allows(Topic topic, Instant now) {
        Quiet known = quiet.get(topic);
        return (known == null || !now.isBefore(known.until())) && !now.isBefore(notBefore);
    }

    void started(Instant now) {
        notBefore = now.plus(SHORTEST_PAUSE);
    }

    /** A plan about a topic found nothing. */
    void foundNothing(Topic topic, Instant now) {
        Quiet known = quiet.get(topic);
        Duration twice = known == null ? SHORTEST_PAUSE : known.pause().multipliedBy(2);
        Duration pause = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
        put(topic, new Quiet(now.plus(pause), pause));
    }

    /** Plans nothing about a topic for some time. */
    void quiet(Topic topic, Instant until) {
        put(topic, new Quiet(until, SHORTEST_PAUSE));
    }

    private void put(Topic topic, Quiet until) {
        quiet.remove(topic);
        quiet.put(topic, until);
        if (quiet.size() > MOST_TOPICS) {
            quiet.remove(quiet.keySet().iterator().next());
        }
    }
}
