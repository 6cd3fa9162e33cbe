package io.concor.autoconfigure.endpoint.queue;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.manage.UnknownNameException;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.row.DeadPage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Returns the state of durable and remote queues and their dead letters, and acts on them. Thread-safe. */
@Endpoint(id = "concorqueues", defaultAccess = Access.READ_ONLY)
public final class ConcorQueuesEndpoint {

    private static final Logger log = LoggerFactory.getLogger(ConcorQueuesEndpoint.class);
    private static final String DEAD = "dead";
    private static final int DEFAULT_LIMIT = 50;

    private final FoundQueues queues;
    private final boolean showsMessages;
    private final CallerContext caller;

    ConcorQueuesEndpoint(FoundQueues queues, boolean showsMessages, CallerContext caller) {
        this.queues = queues;
        this.showsMessages = showsMessages;
        this.caller = caller;
    }

    /** Returns all queues of all stores, also those of flows and slots that are gone. */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public QueuesDescriptor queues() {
        return new QueuesDescriptor(queues.all()
                .map(found -> QueueDescriptor.of(found.queue().report(), found.store()))
                .toList());
    }

    /**
     * Returns a queue.
     *
     * @param queue the name of the queue: flow, a dot, and slot
     * @param store the name of the store, as several may have a queue of that name; default: that of the slot as it is now
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public QueueDescriptor queue(@Selector String queue, @Nullable String store) {
        FoundQueues.Found found = queues.find(queue, store);
        return QueueDescriptor.of(found.queue().report(), found.store());
    }

    /**
     * Returns dead letters of a queue.
     *
     * @param queue the name of the queue
     * @param part {@code dead}
     * @param after only those after this number, which is {@code next} of the page before; default: from the first
     * @param limit the maximum number of dead letters, 1 to 500; default: 50. With large messages a page has fewer
     * @param store the name of the store; default: that of the slot as it is now
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public DeadLettersDescriptor dead(
            @Selector String queue,
            @Selector String part,
            @Nullable String after,
            @Nullable String limit,
            @Nullable String store) {
        if (!DEAD.equals(part)) {
            throw new UnknownNameException("part", part, List.of(DEAD));
        }
        long first = after == null ? 0 : atLeast("after", SettingFormat.longNumber("after", after), 0, Long.MAX_VALUE);
        int most = limit == null
                ? DEFAULT_LIMIT
                : (int) atLeast(
                        "limit", SettingFormat.wholeNumber("limit", limit), 1, QueueAdministration.MOST_IN_PAGE);
        DeadPage page = queues.find(queue, store).queue().dead(first, most, showsMessages);
        return DeadLettersDescriptor.of(queue, page, showsMessages);
    }

    private static long atLeast(String field, long value, long least, long greatest) {
        if (value < least || value > greatest) {
            throw InvalidSettingException.outOfBounds(
                    field, value, greatest == Long.MAX_VALUE ? least + " or more" : least + " to " + greatest);
        }
        return value;
    }

    /**
     * Acts on a queue. All parameters are text, so that Concor reports unreadable values rather than Actuator.
     *
     * @param queue the name of the queue
     * @param action {@code pause} or {@code resume}; {@code requeue} or {@code delete} dead letters, all of them unless chosen;
     *     {@code purge} deletes what waits and the dead letters
     * @param id chooses a dead letter by the id of the event
     * @param number chooses a dead letter by its number in the queue
     * @param error chooses dead letters by the class of their error
     * @param olderThan chooses dead letters that failed this time ago or earlier
     * @param reason the reason for the log
     * @param store the name of the store; default: that of the slot as it is now
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public QueueActionDescriptor act(
            @Selector String queue,
            @Nullable String action,
            @Nullable String id,
            @Nullable String number,
            @Nullable String error,
            @Nullable String olderThan,
            @Nullable String reason,
            @Nullable String store) {
        QueueAction wanted = QueueAction.of(action, id, number, error, olderThan, reason);
        long affected = wanted.apply(queues.find(queue, store).queue());
        log.info(
                "Queue '{}': {}, {} events, by {}{}",
                queue,
                wanted.name(),
                affected,
                caller.origin().who(),
                reason == null ? "" : ": " + reason);
        return new QueueActionDescriptor(queue, wanted.name(), affected);
    }
}
