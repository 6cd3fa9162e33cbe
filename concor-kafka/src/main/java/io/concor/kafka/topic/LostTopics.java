package io.concor.kafka.topic;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Topics that were deleted while a consumer reads them. The client would ask for such a topic, and complain, about twice a second without
 * end: so the topic is not to be assigned to it, and is looked for here, with growing pauses. For one thread, if not said.
 */
public final class LostTopics {

    private static final Duration CALL = Duration.ofSeconds(5);
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Map<String, Absence> lost = new ConcurrentHashMap<>();
    private final Consumer<String> gone;
    private final Consumer<String> back;

    /** A topic that was not found, when it is looked for again, and how long after that for the next time. */
    private record Absence(long lookNanos, long pauseNanos) {

        static Absence since(long now) {
            return new Absence(now + FIRST_NANOS, FIRST_NANOS);
        }

        Absence longer(long now) {
            long pause = Math.min(LONGEST_NANOS, 2 * pauseNanos);
            return new Absence(now + pause, pause);
        }
    }

    /**
     * @param gone is given a topic each time that it is not found, but for the first one: a broker may not know yet what another one has
     *     created
     * @param back is given a topic that was found again, or is not read any more
     */
    public LostTopics(Consumer<String> gone, Consumer<String> back) {
        this.gone = gone;
        this.back = back;
    }

    /** Returns whether a topic is there, as far as is known. Asks brokers only if the client knows no partition of it. */
    public boolean isThere(KafkaConsumer<?, ?> consumer, String topic) {
        Absence before = lost.get(topic);
        if (before != null && System.nanoTime() - before.lookNanos() < 0) {
            return false;
        }
        try {
            boolean there = !consumer.partitionsFor(topic, CALL).isEmpty();
            if (there) {
                forget(topic);
            } else {
                missing(topic, before == null);
            }
            return there;
        } catch (TimeoutException notKnown) {
            return before == null;
        }
    }

    private void missing(String topic, boolean first) {
        long now = System.nanoTime();
        lost.merge(topic, Absence.since(now), (before, fresh) -> before.longer(now));
        if (!first) {
            gone.accept(topic);
        }
    }

    private void forget(String topic) {
        if (lost.remove(topic) != null) {
            back.accept(topic);
        }
    }

    /** Returns whether a topic was not found. Any thread. */
    public boolean isLost(String topic) {
        return lost.containsKey(topic);
    }

    /** Only these are read from now on. */
    public void retain(Set<String> topics) {
        Set.copyOf(lost.keySet()).stream()
                .filter(topic -> !topics.contains(topic))
                .forEach(this::forget);
    }
}
