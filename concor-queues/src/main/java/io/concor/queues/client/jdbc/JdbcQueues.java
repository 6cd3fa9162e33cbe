package io.concor.queues.client.jdbc;

import io.concor.QueueStoreException;
import io.concor.queues.client.ClientMessage;
import io.concor.queues.client.EndRequest;
import io.concor.queues.client.MessageArrivals;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.Queues;
import io.concor.queues.client.QueuesManagement;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.ReceivedMessage;
import io.concor.queues.client.RequestOutcome;
import io.concor.queues.client.SentMessage;
import io.concor.queues.client.UnknownClientException;
import io.concor.queues.client.waiting.LocalArrivals;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.member.MemberSettings;
import io.concor.queues.member.Membership;
import io.concor.queues.schema.Schema;
import io.concor.queues.schema.TableFamily;
import io.concor.queues.sqlite.SqliteFile;
import io.concor.text.Sentence;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps message queues for clients in a database: PostgreSQL, MariaDB, MySQL, a SQLite file, or H2 for tests. Thread-safe.
 *
 * <p>On PostgreSQL, each call of {@link #send}, {@link #receive}, {@link #peek}, {@link #end}, {@link #waiting} and {@link #queues}
 * is one round trip, also of those for several, but that requests to receive or to peek take one for each sixteen that are alike:
 * with or without a lease, with or without a sender, and another one if the first message is not for all of them. SQLite and H2
 * have none. On MariaDB and MySQL a call is a transaction of one to four statements: neither can skip what others have locked in a
 * statement that deletes and returns.
 *
 * <p>A call takes a connection for its time; the queues themselves hold one or two more. Several processes may share a database.
 */
public final class JdbcQueues implements Queues {

    private static final int FILE_READERS = 4;
    private static final Duration FILE_PATIENCE = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final String NAME = "clients";
    private static final int MOST_GIVEN_BACK = 500;

    private final ClientDatabase database;
    private final ClientTable clients;
    private final SendCalls sends;
    private final ReceiveCalls receives;
    private final EndCalls ends;
    private final MessageStatements statements;
    private final LocalArrivals arrivals;
    private final ClientActivity activity;
    private final JdbcManagement management;
    private final ClientsKeeper keeper;
    private final Membership membership;
    private final DatabaseHealth health = new DatabaseHealth(NAME);
    private final @Nullable AutoCloseable owned;

    JdbcQueues(StoreDataSources dataSources, Dialect dialect, QueuesSettings settings, @Nullable AutoCloseable owned) {
        this.owned = owned;
        database = new ClientDatabase(dataSources, dialect, SILENCE);
        clients = new ClientTable(dialect, settings);
        statements = MessageStatements.of(dialect);
        arrivals = new LocalArrivals(settings);
        activity = new ClientActivity(settings.mostQueues());
        management = new JdbcManagement(
                database, clients, new MessageTable(dialect), statements, arrivals, activity, this::returned);
        keeper = new ClientsKeeper(dialect, statements, database.held(), arrivals, settings, health, this::returned);
        membership = new Membership(
                dataSources,
                dialect,
                MemberSettings.named(ManagementFactory.getRuntimeMXBean().getName()),
                SILENCE,
                new WakeListener(keeper),
                health);
        sends = new SendCalls(database, statements, settings, this::sent);
        receives = new ReceiveCalls(database, statements, this::received);
        ends = new EndCalls(
                database, statements, end -> activity.of(end.queue()).taken().add(1));
        membership.start();
        keeper.start();
    }

    /**
     * Opens the queues in the database of an application, and creates the tables that are missing.
     *
     * @param dataSource a pool: a call takes a connection for its time, and waits while none is free
     * @throws QueueStoreException if the database cannot be reached, or is not supported
     * @throws io.concor.queues.schema.SchemaException if the tables cannot be created or do not fit
     */
    public static JdbcQueues of(DataSource dataSource, QueuesSettings settings) {
        return opened(StoreDataSources.of(dataSource), settings, null);
    }

    /**
     * The same in a SQLite file, which is created if it is not there.
     *
     * @param path the file, on a local disk
     */
    public static JdbcQueues file(Path path, QueuesSettings settings) {
        try {
            SqliteFile file = SqliteFile.open(path, FILE_READERS, FILE_PATIENCE);
            return opened(StoreDataSources.of(file), settings, file);
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of("The file %s of the clients' queues cannot be used: %s", path, failed), false, failed);
        }
    }

    private static JdbcQueues opened(
            StoreDataSources dataSources, QueuesSettings settings, @Nullable AutoCloseable owned) {
        try {
            return new JdbcQueues(dataSources, installed(dataSources), settings, owned);
        } catch (SQLException failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The database of the clients' queues cannot be used: %s. Check its URL, user and state",
                            failed),
                    false,
                    failed);
        }
    }

    private static Dialect installed(StoreDataSources dataSources) throws SQLException {
        try (Connection connection = dataSources.writes().getConnection()) {
            Dialect dialect = Dialect.of(connection);
            new Schema(dialect).install(connection);
            new Schema(dialect, TableFamily.CLIENTS).install(connection);
            return dialect;
        }
    }

    @Override
    public boolean register(String client) {
        RequestCheck.name("client", client);
        return database.transact("register a client", c -> clients.register(c, client));
    }

    @Override
    public void leave(String client) {
        RequestCheck.name("client", client);
        ReturnChoice leased = ReturnChoice.leasedBy(client);
        long beforeNanos = System.nanoTime();
        List<ReturnedMessage> back = database.transact("remove a client", c -> {
            clients.leave(c, client);
            return statements.giveBack(c, leased, MOST_GIVEN_BACK);
        });
        arrivals.clientLeft(client, beforeNanos); // first, or its waits would be woken for what comes back
        returned(back);
        while (back.size() == MOST_GIVEN_BACK) {
            back = database.change(
                    "give messages back", statements, c -> statements.giveBack(c, leased, MOST_GIVEN_BACK));
            returned(back);
        }
    }

    @Override
    public boolean create(String client, String queue) {
        RequestCheck.name("client", client);
        RequestCheck.name("queue", queue);
        return database.transact("create a queue", c -> clients.create(c, client, queue));
    }

    @Override
    public void delete(String client, String queue, boolean force) {
        RequestCheck.name("client", client);
        RequestCheck.name("queue", queue);
        long beforeNanos = System.nanoTime();
        int number = database.transact("delete a queue", c -> clients.delete(c, client, queue, force));
        keeper.deleted(number);
        activity.forget(queue);
        arrivals.queueDeleted(queue, beforeNanos);
        announce();
    }

    @Override
    public List<String> queues(String client, @Nullable String after, int limit) {
        RequestCheck.name("client", client);
        RequestCheck.optionalName("after", after);
        RequestCheck.limit(limit, QueuesSettings.MOST_NAMES);
        return database.read("list queues", c -> ClientTable.names(c, client, after, limit));
    }

    @Override
    public List<String> waiting(String client) {
        return waitingAll(List.of(client)).get(0).get();
    }

    @Override
    public List<RequestOutcome<List<String>>> waitingAll(List<String> names) {
        RequestCheck.atOnce(names);
        return Refusals.served(
                names,
                name -> RequestCheck.name("client", name),
                checked -> database.read("list queues with messages", c -> statements.waiting(c, checked)).stream()
                        .map(Optional::ofNullable)
                        .toList(),
                (name, queues) -> queues.map(found -> found.stream().sorted().toList())
                        .orElseThrow(() -> new UnknownClientException(name)));
    }

    @Override
    public SentMessage send(MessageToSend message) {
        return sendAll(List.of(message)).get(0).get();
    }

    @Override
    public List<RequestOutcome<SentMessage>> sendAll(List<MessageToSend> messages) {
        return sends.sendAll(messages);
    }

    private void sent(List<MessageToSend> messages) {
        for (MessageToSend message : messages) {
            activity.of(message.queue()).put().add(1);
            if (message.delay().toMillis() == 0) {
                arrivals.arrived(message.queue(), message.to(), message.from());
            } else {
                keeper.dueIn(message.delay());
            }
        }
        if (!messages.isEmpty()) {
            announce();
        }
    }

    /** Messages can be received again. */
    private void returned(List<ReturnedMessage> messages) {
        for (ReturnedMessage message : messages) {
            if (message.queue() != null) {
                arrivals.arrived(message.queue(), message.to(), message.from());
            }
        }
        if (!messages.isEmpty()) {
            announce();
        }
    }

    /** Those who wait in other processes look. */
    private void announce() {
        if (membership.isAmongOthers()) {
            membership.announce(false);
        }
    }

    @Override
    public Optional<ReceivedMessage> receive(ReceiveRequest request) {
        return receiveAll(List.of(request)).get(0).get();
    }

    @Override
    public List<RequestOutcome<Optional<ReceivedMessage>>> receiveAll(List<ReceiveRequest> requests) {
        return receives.receiveAll(requests);
    }

    private void received(ReceiveRequest request) {
        if (request.lease() == null) {
            activity.of(request.queue()).taken().add(1);
        } else {
            keeper.dueIn(request.lease());
        }
    }

    @Override
    public Optional<ClientMessage> peek(String client, String queue, @Nullable String from) {
        return peekAll(List.of(new ReceiveRequest(client, queue, from, null)))
                .get(0)
                .get();
    }

    @Override
    public List<RequestOutcome<Optional<ClientMessage>>> peekAll(List<ReceiveRequest> requests) {
        return receives.peekAll(requests);
    }

    @Override
    public void end(String client, String queue, String id, String receipt) {
        endAll(List.of(new EndRequest(client, queue, id, receipt))).get(0).get();
    }

    @Override
    public List<RequestOutcome<String>> endAll(List<EndRequest> requests) {
        return ends.endAll(requests);
    }

    @Override
    public MessageArrivals arrivals() {
        return arrivals;
    }

    @Override
    public QueuesManagement management() {
        return management;
    }

    /** Returns whether the queues reach their database, by what their own threads see. */
    public DatabaseHealth.State state() {
        return health.state();
    }

    @Override
    public void close() {
        arrivals.close();
        keeper.close();
        membership.close();
        try {
            if (owned != null) {
                owned.close();
            }
        } catch (Exception failed) {
            throw new QueueStoreException("The file of the clients' queues cannot be closed", false, failed);
        }
    }
}
