package io.concor.kafka.member;

import io.concor.layout.FlowInstance;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/**
 * A process, by the last records that it has published.
 *
 * @param instance its name among all stores
 * @param published what it says of itself
 * @param offset where its last record lies
 * @param millis when that was published, by the clock of the broker
 */
record SeenMember(String instance, MemberRecord published, long offset, long millis) {

    /** The order in which processes began. */
    static final Comparator<FlowInstance> IN_ORDER =
            Comparator.comparing(FlowInstance::since).thenComparing(FlowInstance::name);

    /** Returns the process after a record that says that it is still there. */
    SeenMember again(long laterOffset, long laterMillis) {
        return new SeenMember(instance, published, laterOffset, laterMillis);
    }

    /** Returns when the process began. */
    Beginning began() {
        return Objects.requireNonNullElseGet(
                published.began(), () -> new Beginning(offset, Instant.ofEpochMilli(millis)));
    }

    /** Returns whether it has been silent for a while. */
    boolean isSilent(long nowMillis, Duration since) {
        return nowMillis - millis >= since.toMillis();
    }

    /** Returns the process as another one sees it. */
    FlowInstance shown() {
        return new FlowInstance(
                published.name(),
                published.flow().nodes(),
                published.flow().digest(),
                began().time(),
                published.flow().kinds(),
                false);
    }
}
