package io.concor.kafka.member;

import io.concor.layout.FlowInstance;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/**
 * A process, by the last record that it has published.
 *
 * @param instance its name among all stores
 * @param offset where the record lies
 * @param millis when it was published, by the clock of the broker
 */
record SeenMember(String instance, MemberRecord published, long offset, long millis) {

    /** The order in which processes began. */
    static final Comparator<FlowInstance> IN_ORDER =
            Comparator.comparing(FlowInstance::since).thenComparing(FlowInstance::name);

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
