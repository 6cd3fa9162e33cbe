package io.concor.engine.stored;

import io.concor.ConcorException;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.NullKeyException;
import io.concor.TaskKind;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.TypeMismatches;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.ContextPool;
import io.concor.engine.event.ContextShare;
import io.concor.engine.event.EventFuture;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.retry.RetryDecisions;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.StoredEvent;
import io.concor.queue.StoredQueue;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the stored slots of one flow share. */
public final class StoredFlow {

    /** So many contexts of the reserve are only for one slot, if there are enough for all. */
    private static final int MOST_OWN_CONTEXTS = 16;

    private final FlowDefinition flow;
    private final ContextPool contexts;
    private final CoarseClock clock;
    private final FlowRecorder recorder;
    private final TypeMismatches mismatches;
    private final AwaitedResults awaited;
    private final RemoteResults results;
    private final FailureRule failures;
    private final Executor threads;
    /** Of each slot. */
    private final ContextShare[] shares;
    /** That of what is requeued for slots without a storage. */
    private final ContextShare requeued;
    /** The queues for whose events there was no context. */
    private final Set<StoredQueue> starved = ConcurrentHashMap.newKeySet();

    /** @param threads run code of users that a thread of a store would run otherwise */
    public StoredFlow(
            FlowDefinition flow,
            ContextPool contexts,
            CoarseClock clock,
            FlowRecorder recorder,
            TypeMismatches mismatches,
            RetryDecisions decisions,
            Executor threads) {
        this.flow = flow;
        this.contexts = contexts;
        this.clock = clock;
        this.recorder = recorder;
        this.mismatches = mismatches;
        this.failures = new FailureRule(flow, decisions);
        this.threads = threads;
        int own = Math.min(MOST_OWN_CONTEXTS, flow.reserved() / (2 * flow.size()));
        AtomicInteger common = new AtomicInteger(flow.reserved() - own * flow.size());
        this.shares = Stream.generate(() -> new ContextShare(own, common))
                .limit(flow.size())
                .toArray(ContextShare[]::new);
        this.requeued = new ContextShare(0, common);
        this.awaited = new AwaitedResults(flow.name(), clock::now, flow.limits().timeout(), threads);
        this.results = new RemoteResults(flow, awaited, threads);
    }

    /** Returns what the queue of a slot has to promise with these settings. */
    public QueueDefinition definition(int slot, JoinSettings settings) {
        return new QueueDefinition(
                flow.name(),
                flow.component(slot).name(),
                order(slot, settings),
                settings.capacity(),
                DeclaredMessageTypes.of(flow, slot),
                settings.attempts());
    }

    /** Returns what the queue of a slot has to promise whose events wait in memory, or which is empty. */
    public QueueDefinition definition(int slot) {
        boolean one = flow.component(slot).kind() == TaskKind.SINGLE_THREADED;
        return new QueueDefinition(
                flow.name(),
                flow.component(slot).name(),
                one ? Order.ONE : anyOrKey(slot),
                JoinSettings.DEFAULT_CAPACITY,
                DeclaredMessageTypes.of(flow, slot));
    }

    private Order order(int slot, JoinSettings settings) {
        return settings.oneThreaded() ? Order.ONE : anyOrKey(slot);
    }

    private Order anyOrKey(int slot) {
        return keyedTask(slot) == null ? Order.ANY : Order.KEY;
    }

    /** Returns what the flow is made of. */
    public FlowDefinition definition() {
        return flow;
    }

    /** Returns the name of the component at which an error occurred, or of another one if it occurred at none. */
    public String componentName(int failedAt, int otherwise) {
        return flow.component(failedAt == ExecutionSite.NOWHERE ? otherwise : failedAt)
                .name();
    }

    /** Returns the task of a component if it is a keyed one, or null. */
    @SuppressWarnings("unchecked") // FlowBuilder checks the types; users of FlowBuilder.then check their own
    public @Nullable KeyedTask<@Nullable Object, ?> keyedTask(int slot) {
        return flow.component(slot).task() instanceof KeyedTask<?, ?> task
                ? (KeyedTask<@Nullable Object, ?>) task
                : null;
    }

    Optional<FlowDefinition.Scope> rangeFrom(int slot) {
        String name = flow.component(slot).name();
        return flow.scopes().stream().filter(range -> range.from().equals(name)).findFirst();
    }

    /** Returns the index of the first component behind the range that begins at a slot. */
    int rangeEnd(int slot) {
        return IntStream.range(slot + 1, flow.size())
                .filter(i -> !flow.midScope(i))
                .findFirst()
                .orElse(flow.size());
    }

    Object requiredKey(int slot, @Nullable Object key) {
        if (key == null) {
            throw new NullKeyException(flow.name(), flow.component(slot).name());
        }
        return key;
    }

    Throwable explained(int slot, Throwable thrown, @Nullable Object message) {
        return mismatches.explain(slot, thrown, message);
    }

    /** Returns how many contexts the events of a stored slot may have. */
    ContextShare share(int slot) {
        return shares[slot];
    }

    /** Returns how many contexts events may have that are requeued for slots without a storage. */
    public ContextShare requeued() {
        return requeued;
    }

    /** Takes a context for an event of a queue. If its share has none left, the queue learns when that may have one again. */
    public @Nullable Context take(StoredQueue queue, ContextShare share) {
        Context taken = take(share);
        if (taken == null) {
            starved.add(queue);
            taken = take(share); // one may have been given before the queue was known
        }
        return taken;
    }

    private @Nullable Context take(ContextShare share) {
        if (!share.take()) {
            return null;
        }
        Context taken = contexts.takeReserved();
        if (taken == null) { // the one that was left is about to be given back
            share.give();
        }
        return taken;
    }

    /** An event has left its context, or does so now. */
    public void gave(ContextShare share) {
        if (share.give()) {
            contextGiven();
        }
    }

    /** A context is free again. */
    public void contextGiven() {
        if (!starved.isEmpty()) {
            starved.stream().filter(starved::remove).forEach(StoredQueue::roomMade);
        }
    }

    /** Begins to measure an event that enters, if it is sampled. */
    public void measure(Context context) {
        if (context.sampled) {
            context.measure(recorder);
        }
    }

    /** Begins to measure an event that waits in the queue of a slot, if it is sampled. */
    void measure(Context context, int slot) {
        if (context.sampled) {
            context.measure(recorder);
            context.stopwatch().waitStarts(slot, true, false);
        }
    }

    /** Returns how many events of one store a slot may have in hand. */
    int mostInHand() {
        return Math.max(1, contexts.size() - contexts.admissible());
    }

    /** Returns the time of an event that does not grow older: it waits, and its store keeps it. */
    long notAging() {
        return clock.now() + Long.MAX_VALUE / 4;
    }

    /** Returns the time by the clock of the flow, in nanoseconds. */
    public long now() {
        return clock.now();
    }

    /** Whether a stop ends what is inside, and events fail for that. */
    boolean endsEvents() {
        return clock.isStopped();
    }

    AwaitedResults awaited() {
        return awaited;
    }

    /** Returns what brings results from one process to another. */
    public RemoteResults results() {
        return results;
    }

    /** An event from the queue of a slot has ended as its context says. A caller in another process may await that. */
    public void answer(Context context, StoredEvent event, int slot) {
        results.answer(context, event, context.error == null ? "" : componentName(context.failedAt(), slot));
    }

    /** An event from the queue of a slot was handed on, and the next queue has not taken it. */
    void refused(StoredEvent event, int slot, Throwable cause) {
        results.refused(event, flow.component(slot).name(), cause);
    }

    /** Returns what runs code of users in place of a thread of a store, for which other flows wait. */
    Executor threads() {
        return threads;
    }

    FailureRule failures() {
        return failures;
    }

    /** Fails the futures of callers that have waited too long for the end of a stored event. Called again and again. */
    public void expireAwaited() {
        awaited.expire();
    }

    /**
     * The flow has stopped: hands over the futures of callers whose events are in a store, or on their way there, with what they are
     * to fail with.
     */
    public void takeAwaited(BiConsumer<EventFuture, ConcorException> to) {
        awaited.takeAll(to);
    }
}
