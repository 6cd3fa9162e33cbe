package io.concor.queueserver.management;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.manage.UnknownNameException;
import io.concor.queues.client.ClientQueueFigures;
import io.concor.queues.client.QueuesManagement;
import io.concor.queues.client.StoredMessage;
import io.concor.queues.client.UnknownQueueException;
import io.concor.queueserver.management.MessagesDescriptor.MessageDescriptor;
import io.concor.text.SafeText;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Returns the state of the queues of clients and the messages in them, and acts on them. Thread-safe. */
@Endpoint(id = "concorclientqueues", defaultAccess = Access.READ_ONLY)
public final class ConcorClientQueuesEndpoint {

    private static final Logger log = LoggerFactory.getLogger(ConcorClientQueuesEndpoint.class);
    private static final int LARGEST_PAGE = 100;
    private static final int MOST_SHOWN = 2_000;

    private final QueuesManagement queues;
    private final boolean showsMessages;
    private final CallerContext caller;

    ConcorClientQueuesEndpoint(QueuesManagement queues, boolean showsMessages, CallerContext caller) {
        this.queues = queues;
        this.showsMessages = showsMessages;
        this.caller = caller;
    }

    /**
     * Returns a page of the queues, and one of the clients.
     *
     * @param after the name of a queue after which the page begins; default: the first one
     * @param afterClient the name of a client after which the page begins; default: the first one
     * @param limit how many of each at most, 1 to 100; default: 100
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public ClientQueuesDescriptor queues(@Nullable String after, @Nullable String afterClient, @Nullable String limit) {
        int most = page(limit);
        List<ClientQueueFigures> page = queues.figures(after, most);
        List<String> clients = queues.clients(afterClient, most);
        return new ClientQueuesDescriptor(
                queues.clientCount(),
                clients,
                clients.size() < most ? null : clients.get(most - 1),
                page.stream().map(ClientQueueDescriptor::of).toList(),
                page.size() < most ? null : page.get(most - 1).name());
    }

    /**
     * Returns a queue.
     *
     * @param queue its name
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public ClientQueueDescriptor queue(@Selector String queue) {
        return ClientQueueDescriptor.of(found(queue, () -> queues.figures(queue)));
    }

    /**
     * Returns a page of the messages of a queue. Without {@code concor.queues.show-messages}, their contents are absent.
     *
     * @param queue the name of the queue
     * @param part {@code messages}
     * @param after the place after which it begins; default: the first one
     * @param limit how many at most, 1 to 100; default: 100
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public MessagesDescriptor messages(
            @Selector String queue, @Selector String part, @Nullable String after, @Nullable String limit) {
        if (!part.equals("messages")) {
            throw new UnknownNameException("part", part, List.of("messages"));
        }
        int most = page(limit);
        long first = after == null ? 0 : SettingFormat.longNumber("after", after);
        InvalidSettingException.requireWithin("after", first, 0L, Long.MAX_VALUE);
        List<StoredMessage> page =
                found(queue, () -> queues.messages(queue, first, most, showsMessages ? MOST_SHOWN : 0));
        return new MessagesDescriptor(
                queue,
                page.stream()
                        .map(stored -> MessageDescriptor.of(stored, showsMessages))
                        .toList(),
                page.size() < most ? null : page.get(most - 1).place());
    }

    /**
     * Acts on a queue.
     *
     * @param queue the name of the queue
     * @param action {@code purge} deletes messages; {@code requeue} gives leased messages back at once
     * @param olderThan of a purge: only messages of this age or older; default: all
     * @param client of a requeue: only messages that this client has leased; default: all
     * @param reason the reason for the log
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public ClientQueueActionDescriptor act(
            @Selector String queue,
            @Nullable String action,
            @Nullable String olderThan,
            @Nullable String client,
            @Nullable String reason) {
        ChangeReason.require(reason);
        ClientQueueAction wanted = ClientQueueAction.of(action);
        long affected = found(queue, () -> wanted.apply(queues, queue, olderThan, client));
        log.info(
                "Queue of clients '{}': {}, {} messages, by {}{}",
                SafeText.shown(queue),
                wanted.word(),
                affected,
                caller.origin().who(),
                ChangeReason.inLog(reason));
        return new ClientQueueActionDescriptor(queue, wanted.word(), affected);
    }

    private static int page(@Nullable String limit) {
        int most = limit == null ? LARGEST_PAGE : SettingFormat.wholeNumber("limit", limit);
        InvalidSettingException.requireWithin("limit", most, 1, LARGEST_PAGE);
        return most;
    }

    private static <T> T found(String queue, Supplier<T> operation) {
        try {
            return operation.get();
        } catch (UnknownQueueException unknown) {
            throw UnknownNameException.of("queue", queue, "it was deleted, or never created");
        }
    }
}
