package io.concor.queues.client.jdbc;

import io.concor.queues.client.ClientQueueFigures;
import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.QueuesManagement;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.StoredMessage;
import io.concor.queues.client.jdbc.ClientTable.CreatedQueue;
import io.concor.queues.client.waiting.LocalArrivals;
import io.concor.queues.measure.QueueActivity;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What operators see of the queues in a database, and do with them. */
final class JdbcManagement implements QueuesManagement {

    private static final int MOST_QUEUES = 100;
    private static final int MOST_MESSAGES = 100;
    private static final int MOST_DELETED = 1_000;
    private static final int MOST_GIVEN_BACK = 500;

    private final ClientDatabase database;
    private final ClientTable clients;
    private final MessageTable messages;
    private final MessageStatements statements;
    private final LocalArrivals arrivals;
    private final ClientActivity activity;
    private final Consumer<List<ReturnedMessage>> returned;

    /**
     * @param returned learns which messages can be received again
     */
    JdbcManagement(
            ClientDatabase database,
            ClientTable clients,
            MessageTable messages,
            MessageStatements statements,
            LocalArrivals arrivals,
            ClientActivity activity,
            Consumer<List<ReturnedMessage>> returned) {
        this.database = database;
        this.clients = clients;
        this.messages = messages;
        this.statements = statements;
        this.arrivals = arrivals;
        this.activity = activity;
        this.returned = returned;
    }

    @Override
    public ClientQueueFigures figures(String queue) {
        return figures(List.of(required(queue)), ClientQueueFigures.MOST_COUNTED)
                .get(0);
    }

    private CreatedQueue required(String queue) {
        RequestCheck.name("queue", queue);
        return database.read("find a queue", c -> ClientTable.require(c, queue));
    }

    @Override
    public List<ClientQueueFigures> figures(@Nullable String after, int limit) {
        RequestCheck.limit(limit, MOST_QUEUES);
        RequestCheck.optionalName("after", after);
        List<CreatedQueue> queues = database.read("list queues", c -> ClientTable.queues(c, after, limit));
        return queues.isEmpty() ? List.of() : figures(queues, ClientQueueFigures.MOST_COUNTED_IN_LIST);
    }

    private List<ClientQueueFigures> figures(List<CreatedQueue> queues, int mostCounted) {
        List<Integer> ids = queues.stream().map(CreatedQueue::id).toList();
        List<MessageTable.Counts> counts = database.read("count messages", c -> messages.counts(c, ids, mostCounted));
        return IntStream.range(0, queues.size())
                .mapToObj(i -> figures(queues.get(i), counts.get(i)))
                .toList();
    }

    private ClientQueueFigures figures(CreatedQueue queue, MessageTable.Counts counts) {
        QueueActivity local = activity.of(queue.name());
        Long oldestMillis = counts.oldestMillis();
        return new ClientQueueFigures(
                queue.name(),
                queue.createdBy(),
                queue.createdAt(),
                counts.depth(),
                counts.delayed(),
                counts.leased(),
                oldestMillis == null ? null : Duration.ofMillis(Math.max(0, oldestMillis)),
                local.put().perSecond(),
                local.taken().perSecond(),
                arrivals.clients(queue.name()));
    }

    @Override
    public List<String> clients(@Nullable String after, int limit) {
        RequestCheck.limit(limit, QueuesSettings.MOST_NAMES);
        RequestCheck.optionalName("after", after);
        return database.read("list clients", c -> ClientTable.clients(c, after, limit));
    }

    @Override
    public long clientCount() {
        return database.read("count clients", clients::count);
    }

    @Override
    public List<StoredMessage> messages(String queue, long after, int limit, int mostLength) {
        RequestCheck.limit(limit, MOST_MESSAGES);
        if (mostLength < 0) {
            throw new InvalidRequestException("most-length", mostLength + " is out of bounds", "0 or more");
        }
        int id = required(queue).id();
        return database.read("read messages", c -> messages.page(c, id, after, limit, mostLength));
    }

    @Override
    public long purge(String queue, @Nullable Duration olderThan) {
        if (olderThan != null) {
            RequestCheck.within("older-than", olderThan, Duration.ZERO, QueuesSettings.MOST_DELAY.multipliedBy(1_000));
        }
        int id = required(queue).id();
        long ageMillis = olderThan == null ? MessageTable.ANY_AGE_MILLIS : olderThan.toMillis();
        long last = database.read("find the last message", c -> MessageTable.last(c, id));
        long purged = 0;
        long from = 0;
        while (from < last) {
            long after = from;
            long upTo = database.read("find messages", c -> MessageTable.boundary(c, id, after, last, MOST_DELETED));
            if (upTo == 0) {
                break;
            }
            purged += database.transact("delete messages", c -> messages.purge(c, id, after, upTo, ageMillis));
            from = upTo;
        }
        return purged;
    }

    /** Only those that are there at the call: what comes back may be leased again at once. */
    @Override
    public long requeue(String queue, @Nullable String client) {
        RequestCheck.optionalName("client", client);
        int id = required(queue).id();
        long last = database.read("find the last message", c -> MessageTable.last(c, id));
        long back = 0;
        long from = 0;
        while (true) {
            ReturnChoice choice = ReturnChoice.leasedIn(id, client, from, last);
            List<ReturnedMessage> some = database.change(
                    "give messages back", statements, c -> statements.giveBack(c, choice, MOST_GIVEN_BACK));
            returned.accept(some);
            back += some.size();
            if (some.size() < MOST_GIVEN_BACK) {
                return back;
            }
            from = some.stream().mapToLong(ReturnedMessage::id).max().orElse(last);
        }
    }
}
