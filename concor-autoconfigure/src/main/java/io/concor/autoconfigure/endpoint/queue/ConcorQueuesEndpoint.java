package io.concor.autoconfigure.endpoint.queue;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.autoconfigure.queue.QueueAdministrations;
import io.concor.manage.UnknownNameException;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.row.QueueRow;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Returns the state of durable queues and their dead letters, and acts on them. Thread-safe. */
@Endpoint(id = "concorqueues", defaultAccess = Access.READ_ONLY)
public final class ConcorQueuesEndpoint {

    private static final Logger log = LoggerFactory.getLogger(ConcorQueuesEndpoint.class);
    private static final String DEAD = "dead";
    private static final int DEFAULT_LIMIT = 50;

    private final QueueAdministrations stores;
    private final boolean showsMessages;
    private final CallerContext caller;

    ConcorQueuesEndpoint(QueueAdministrations stores, boolean showsMessages, CallerContext caller) {
        this.stores = stores;
        this.showsMessages = showsMessages;
        this.caller = caller;
    }

    /** Returns all queues of the store, also those of flows and slots that are gone. */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public QueuesDescriptor queues() {
        return new QueuesDescriptor(stores.opened().stream()
                .flatMap(store -> store.queues().stream().map(store::report))
                .map(report -> QueueDescriptor.of(report, stores.name()))
                .toList());
    }

    /**
     * Returns a queue.
     *
     * @param queue the name of the queue: flow, a dot, and slot
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public QueueDescriptor queue(@Selector String queue) {
        Found found = find(queue);
        return QueueDescriptor.of(found.store.report(found.row), stores.name());
    }

    /**
     * Returns dead letters of a queue.
     *
     * @param queue the name of the queue
     * @param part {@code dead}
     * @param after only those after this number, which is {@code next} of the page before; default: from the first
     * @param limit the maximum number of dead letters, 1 to 500; default: 50. With large messages a page has fewer
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public DeadLettersDescriptor dead(
            @Selector String queue, @Selector String part, @Nullable String after, @Nullable String limit) {
        if (!DEAD.equals(part)) {
            throw new UnknownNameException("part", part, List.of(DEAD));
        }
        long first = after == null ? 0 : atLeast("after", SettingFormat.longNumber("after", after), 0, Long.MAX_VALUE);
        int most = limit == null
                ? DEFAULT_LIMIT
                : (int) atLeast(
                        "limit", SettingFormat.wholeNumber("limit", limit), 1, QueueAdministration.MOST_IN_PAGE);
        Found found = find(queue);
        return DeadLettersDescriptor.of(queue, found.store.dead(found.row, first, most, showsMessages), showsMessages);
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
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public QueueActionDescriptor act(
            @Selector String queue,
            @Nullable String action,
            @Nullable String id,
            @Nullable String number,
            @Nullable String error,
            @Nullable String olderThan,
            @Nullable String reason) {
        QueueAction wanted = QueueAction.of(action, id, number, error, olderThan, reason);
        Found found = find(queue);
        long affected = wanted.apply(found.store, found.row);
        log.info(
                "Queue '{}': {}, {} events, by {}{}",
                queue,
                wanted.name(),
                affected,
                caller.origin().who(),
                reason == null ? "" : ": " + reason);
        return new QueueActionDescriptor(queue, wanted.name(), affected);
    }

    private record Found(QueueAdministration store, QueueRow row) {}

    private Found find(String queue) {
        QueueAdministration store =
                stores.opened().orElseThrow(() -> new UnknownNameException("queue", queue, List.of()));
        QueueRow row = store.find(queue).orElseThrow(() -> new UnknownNameException("queue", queue, names(store)));
        return new Found(store, row);
    }

    private static List<String> names(QueueAdministration store) {
        return store.queues().stream().map(row -> row.flow() + "." + row.slot()).toList();
    }
}
