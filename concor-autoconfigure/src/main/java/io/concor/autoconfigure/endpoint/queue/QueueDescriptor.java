package io.concor.autoconfigure.endpoint.queue;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.queues.administration.QueueReport;
import io.concor.queues.measure.LocalFigures;
import io.concor.queues.row.KeyHold;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The state of a durable or remote queue. Counts are of all processes, and end at 100,000 in a database. What is of this process only is absent if the
 * queue is not open in it.
 *
 * @param queue the name of the queue
 * @param store the name of the store
 * @param depth how many events wait or are in work, without delayed ones if those are known
 * @param oldestSeconds how long ago the first of them was put; absent if there is none
 * @param ratePutPerSecond how many events this process puts per second, in the last ten
 * @param rateTakenPerSecond how many events this process handles, hands on or makes dead letters per second, in the last ten
 * @param inWork how many events this process has taken out and not ended: they wait in the ring of the slot or are handled
 * @param delayed how many events are not due yet; absent for a remote queue, whose depth includes them
 * @param dead how many dead letters there are
 * @param paused whether it hands out nothing
 * @param consumers the names of the processes that handle its events
 * @param held the keys whose events wait for one that failed; at most 100
 */
public record QueueDescriptor(
        String queue,
        String store,
        long depth,
        @Nullable Long oldestSeconds,
        @Nullable Double ratePutPerSecond,
        @Nullable Double rateTakenPerSecond,
        @Nullable Long inWork,
        @Nullable Long delayed,
        long dead,
        boolean paused,
        List<String> consumers,
        List<HeldDescriptor> held)
        implements OperationResponseBody, PlainText {

    static final TextTable<QueueDescriptor> TABLE = TextTable.<QueueDescriptor>create()
            .text("queue", QueueDescriptor::queue)
            .text("store", QueueDescriptor::store)
            .number("depth", QueueDescriptor::depth)
            .number("oldest s", QueueDescriptor::oldestSeconds)
            .number("put/s", QueueDescriptor::ratePutPerSecond)
            .number("taken/s", QueueDescriptor::rateTakenPerSecond)
            .number("in work", QueueDescriptor::inWork)
            .number("delayed", QueueDescriptor::delayed)
            .number("dead", QueueDescriptor::dead)
            .number("held keys", queue -> queue.held().size())
            .text("paused", queue -> queue.paused() ? "yes" : "no")
            .text("consumers", queue -> String.join(", ", queue.consumers()));

    /**
     * A key whose events wait; all events of the queue if it is absent.
     *
     * @param event the id of the event that failed
     * @param number the number of its dead letter; absent if it is tried again
     * @param component the component that failed
     * @param error the class of the error
     * @param reason the text of the error
     * @param since when it failed
     * @param retryAt when it is tried again; absent if it waits to be requeued or deleted
     */
    public record HeldDescriptor(
            @Nullable String key,
            String event,
            @Nullable Long number,
            String component,
            String error,
            String reason,
            Instant since,
            @Nullable Instant retryAt) {

        static HeldDescriptor of(KeyHold held) {
            return new HeldDescriptor(
                    held.key(),
                    held.eventId(),
                    held.number(),
                    held.failure().component(),
                    held.failure().errorType(),
                    held.failure().errorMessage(),
                    Instant.ofEpochMilli(held.since()),
                    held.retryAt() == null ? null : Instant.ofEpochMilli(held.retryAt()));
        }
    }

    @Override
    public String plainText() {
        return TABLE.format(List.of(this));
    }

    static QueueDescriptor of(QueueReport report, String store) {
        LocalFigures local = report.local();
        return new QueueDescriptor(
                report.name(),
                store,
                report.depth(),
                report.oldestSeconds(),
                local == null ? null : Rounding.measured(local.putPerSecond()),
                local == null ? null : Rounding.measured(local.takenPerSecond()),
                local == null ? null : local.inWork(),
                report.delayed(),
                report.dead(),
                report.paused(),
                report.consumers(),
                report.held().stream().map(HeldDescriptor::of).toList());
    }
}
