package io.concor.kafka.store;

import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.kafka.administration.LetterFollower;
import io.concor.kafka.administration.RemoteQueueAdministration;
import io.concor.kafka.administration.RemoteQueues;
import io.concor.kafka.event.OpenQueue;
import io.concor.kafka.ledger.DatabaseLedger;
import io.concor.kafka.ledger.LedgerAccess;
import io.concor.kafka.member.FlowMembers;
import io.concor.kafka.member.MemberSettings;
import io.concor.kafka.outbox.NoOutbox;
import io.concor.kafka.outbox.Outbox;
import io.concor.kafka.outbox.OutboxParts;
import io.concor.kafka.outbox.RelayedOutbox;
import io.concor.kafka.read.GroupParts;
import io.concor.kafka.read.StuckTransactions;
import io.concor.kafka.record.RecordBound;
import io.concor.kafka.result.ResultChannels;
import io.concor.kafka.topic.BrokerCheck;
import io.concor.kafka.topic.BrokerContact;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.topic.FoundTopics;
import io.concor.kafka.topic.KafkaCalls;
import io.concor.kafka.topic.QueueTopics;
import io.concor.kafka.topic.TopicNames;
import io.concor.kafka.topic.TopicSettings;
import io.concor.kafka.topic.TopicSetup;
import io.concor.kafka.write.EndProducer;
import io.concor.kafka.write.PutProducer;
import io.concor.queue.FlowIdentity;
import io.concor.queue.FlowMembership;
import io.concor.queue.OutcomeReceiver;
import io.concor.queue.QueueDefinition;
import io.concor.queue.ResultChannel;
import io.concor.queue.StoredQueue;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.administration.QueueDirectory;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.StoreActivity;
import io.concor.queues.write.Receipts;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** A store at run time: its clients, threads and queues. Thread-safe. */
public final class KafkaRuntime implements AutoCloseable {

    private final String name;
    private final MessageFormat format;
    private final Admin admin;
    private final BrokerContact contact;
    private final TopicSetup setup;
    private final Receipts receipts = new Receipts();
    private final StoreActivity activity = new StoreActivity();
    private final Map<String, KafkaQueue> queues = new ConcurrentHashMap<>();
    private final PutProducer puts;
    private final EndProducer ends;
    private final @Nullable DatabaseLedger ledger;
    private final LagCensus census;
    private final LetterFollower letters;
    private final ResultChannels results;
    private final FlowMembers members;
    private final RemoteQueueAdministration administration;
    private final QueueDirectory directory;
    private final RuntimeParts parts;
    private final @Nullable JdbcQueueStore database;
    private final OutboxParts outboxes;
    private final TopicNames names;
    private final int largestRecord;
    private final Object opening = new Object();
    private boolean closed; // guarded by this

    private KafkaRuntime(
            String name,
            ClientSettings clients,
            Admin admin,
            TopicSettings topics,
            MessageFormat format,
            @Nullable JdbcQueueStore database,
            ReadingLimits limits,
            MemberSettings processes) {
        this.database = database;
        names = clients.names();
        largestRecord = clients.largestRecord();
        this.name = name;
        this.format = format;
        this.admin = admin;
        contact = new BrokerContact(admin);
        setup = new TopicSetup(admin, contact, topics);
        DatabaseHealth health = new DatabaseHealth(name);
        StuckTransactions stuck = new StuckTransactions(admin, clients.names());
        puts = new PutProducer(clients, receipts, health, activity.writing());
        ends = new EndProducer(clients, puts::roomMade, health, activity.writing());
        census = new LagCensus(admin, clients, this::openQueues, this::reached, this::gone, stuck, contact, health);
        ledger = database == null ? null : new DatabaseLedger(database, health);
        GroupParts reading = new GroupParts(
                clients,
                admin,
                ends,
                ledger == null ? LedgerAccess.NONE : ledger,
                stuck,
                health,
                activity.reading(),
                topics.remember(),
                limits.unknownTypes(),
                limits.mostBehind());
        parts = new RuntimeParts(puts, ends, reading, contact, health, activity, database);
        outboxes = new OutboxParts(clients, admin, stuck, health, puts::roomMade);
        letters = new LetterFollower(clients, admin, this::openQueues, this::pausedOrNot, health);
        members = new FlowMembers(clients, setup, processes, health);
        results = new ResultChannels(clients, admin, setup, format, health);
        administration = new RemoteQueueAdministration(clients, admin, this::purgeOutbox, letters, this::openQueue);
        directory = new RemoteQueues(clients, admin, administration, letters, this::openQueue);
        receipts.start();
        letters.start();
        puts.start();
        ends.start();
        census.start();
    }

    /**
     * Connects to the brokers, and starts the threads.
     *
     * @param database in whose transactions events end and are put; null if there is none
     * @param limits what readers wait for
     * @param processes how processes know each other
     * @throws QueueStoreException if the brokers cannot be reached, or are too old
     */
    public static KafkaRuntime start(
            String name,
            ClientSettings clients,
            TopicSettings topics,
            MessageFormat format,
            @Nullable JdbcQueueStore database,
            ReadingLimits limits,
            MemberSettings processes) {
        Admin admin;
        try {
            admin = clients.admin();
        } catch (RuntimeException wrong) {
            throw KafkaCalls.failure("use its client properties", wrong);
        }
        try {
            new BrokerCheck(admin).require(clients.transactionTimeout());
            return new KafkaRuntime(name, clients, admin, topics, format, database, limits, processes);
        } catch (RuntimeException failed) {
            admin.close(Duration.ZERO);
            throw failed;
        }
    }

    /** Returns transactions in which nothing is written. */
    public static Transactions transactions() {
        return new NoTransactions();
    }

    private Collection<OpenQueue> openQueues() {
        return queues.values().stream().map(KafkaQueue::local).toList();
    }

    private Optional<OpenQueue> openQueue(String queue) {
        return Optional.ofNullable(queues.get(queue)).map(KafkaQueue::local);
    }

    private void pausedOrNot(OpenQueue queue) {
        KafkaQueue open = queues.get(queue.definition().name());
        if (open != null) {
            open.look();
        }
    }

    /**
     * Opens the queue of a slot. A queue that is open is returned as it is. One is opened at a time, and {@link #close} does not wait for
     * that, which may take as long as brokers or a database do.
     */
    public StoredQueue open(QueueDefinition definition) {
        synchronized (opening) {
            KafkaQueue present = present(definition);
            return present == null ? openNow(definition) : present;
        }
    }

    private synchronized @Nullable KafkaQueue present(QueueDefinition definition) {
        requireOpen();
        KafkaQueue present = queues.get(definition.name());
        if (present != null) {
            present.use(definition);
        }
        return present;
    }

    private KafkaQueue openNow(QueueDefinition definition) { // guarded by opening
        QueueTopics topics = names.of(definition);
        FoundTopics found = setup.prepare(topics);
        RecordBound bound = new RecordBound(largestRecord, setup.largestRecord(topics));
        OpenQueue local = new OpenQueue(definition, topics, found.partitions(), format, activity.of(definition.name()));
        Outbox outbox = outbox(local);
        try {
            return opened(new KafkaQueue(local, bound, parts, outbox, until -> closed(local, until)), found);
        } catch (RuntimeException closedMeanwhile) {
            outbox.close();
            throw closedMeanwhile;
        }
    }

    private synchronized KafkaQueue opened(KafkaQueue queue, FoundTopics found) {
        requireOpen();
        census.opened(queue.local(), found);
        queues.put(queue.definition().name(), queue);
        letters.opened();
        return queue;
    }

    private Outbox outbox(OpenQueue queue) {
        return database == null
                ? new NoOutbox(queue.definition().name())
                : RelayedOutbox.open(queue, database, outboxes);
    }

    private void purgeOutbox(String flow, String slot) {
        if (database != null) {
            database.administration().purgeOutbox(flow, slot);
        }
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new QueueStoreException(Sentence.of("The queue store '%s' is closed", name), false, null);
        }
    }

    /** Opens the way of a flow's results. */
    public ResultChannel results(QueueDefinition of, OutcomeReceiver receiver) {
        requireOpen();
        return results.open(of, receiver);
    }

    /** Joins a flow: see {@link io.concor.queue.QueueStore#join}. */
    public FlowMembership join(FlowIdentity flow) {
        return members.join(flow);
    }

    private void closed(OpenQueue queue, long until) {
        queues.remove(queue.definition().name());
        queue.close();
        puts.closed(queue, until);
        ends.closed(queue, until);
        census.closed(queue);
    }

    private void reached() {
        puts.reached();
        ends.reached();
        results.reached();
    }

    /** Readers of the queue end; producers, which others use, too, forget all topics. */
    private void gone() {
        puts.forgetTopics();
        ends.forgetTopics();
    }

    /** Returns the slots of a flow that have topics. */
    public Set<String> slots(String flow) {
        return contact.answer("list topics", admin.listTopics().names()).stream()
                .flatMap(topic -> names.slot(flow, topic).stream())
                .collect(Collectors.toSet());
    }

    /** Returns whether the threads of the store do their work. */
    public DatabaseHealth.State state() {
        return parts.health().state();
    }

    /** Returns what operators see of the queues and do with them. */
    public RemoteQueueAdministration administration() {
        return administration;
    }

    /** Returns the queues as operators see those of any store. */
    public QueueDirectory directory() {
        return directory;
    }

    /**
     * Closes in the order in which parts need each other: no event is handed out any more, what was put and has ended is
     * written, the groups are left. Waits some seconds at most, for all parts together if no broker answers: what was not written
     * then is as if the process had been killed.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        List.copyOf(queues.values()).forEach(KafkaQueue::stopDelivering);
        long until = contact.closeUntil(KafkaQueue.CLOSE);
        puts.close(until);
        KafkaQueue.closeAll(List.copyOf(queues.values()), until);
        ends.close(until);
        if (ledger != null) {
            ledger.close();
        }
        results.close(until);
        census.close(until);
        letters.close(until);
        members.close(until);
        receipts.close();
        admin.close(contact.isConnected() ? Duration.ofSeconds(1) : Duration.ZERO);
    }

    /** Ends without a goodbye, as a killed process does. For tests. */
    public synchronized void vanish() {
        closed = true;
        if (ledger != null) {
            ledger.vanish();
        }
        ends.vanish();
        queues.values().forEach(KafkaQueue::vanish);
        puts.vanish();
        results.vanish();
        census.close();
        letters.close();
        members.vanish();
        receipts.close();
        admin.close(Duration.ZERO);
    }
}
