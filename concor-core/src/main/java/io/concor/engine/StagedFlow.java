package io.concor.engine;

import io.concor.Delivery;
import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.MessageCheck;
import io.concor.Sampling;
import io.concor.ThreadLocalCarrier;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.ContextPool;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.measure.StatisticsCollector;
import io.concor.engine.pool.QueueOrder;
import io.concor.engine.thread.ShutdownHook;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A flow: assembles the engine, and gives the manager the parts by which a flow is run, read and observed. */
public final class StagedFlow<I extends @Nullable Object, O extends @Nullable Object> implements Flow<I, O> {

    private static final Duration CLOSING_TIME = Duration.ofSeconds(10);

    private final FlowParts parts;
    private final Dispatcher dispatcher;
    private final Acceptance acceptance;
    private final StatisticsCollector statistics;
    private final FlowLifecycle lifecycle;
    private final FlowReader reader;
    private volatile @Nullable ShutdownHook shutdownHook;

    /** Starts a flow with its first layout. */
    public StagedFlow(FlowDefinition definition, Map<String, JoinSettings> slots, Sampling sampling) {
        this.parts = FlowParts.of(definition);
        this.dispatcher = new Dispatcher(parts, sampling);
        this.acceptance = new Acceptance(parts, dispatcher);
        this.statistics = new StatisticsCollector(definition, parts, parts.recorder());
        this.lifecycle = new FlowLifecycle(parts, statistics);
        this.reader = new FlowReader(parts, dispatcher, lifecycle, statistics);
        lifecycle.begin(slots);
    }

    @Override
    public String name() {
        return parts.definition().name();
    }

    @Override
    public void apply(I event) {
        dispatcher.apply(event);
    }

    @Override
    public boolean tryApply(I event) {
        return dispatcher.tryApply(event);
    }

    @Override
    @SuppressWarnings("unchecked") // the last component returns O
    public CompletableFuture<O> submit(I event) {
        return (CompletableFuture<O>) dispatcher.submit(event);
    }

    @Override
    @SuppressWarnings("unchecked") // the last component returns O
    public CompletableFuture<O> submit(I event, Duration wait) {
        return (CompletableFuture<O>) dispatcher.submit(event, CoarseClock.nanos(wait));
    }

    @Override
    @SuppressWarnings("unchecked") // the last component returns O
    public CompletableFuture<O> trySubmit(I event) {
        return (CompletableFuture<O>) dispatcher.trySubmit(event);
    }

    @Override
    @SuppressWarnings("unchecked") // completed with null
    public CompletableFuture<@Nullable Void> accept(I event) {
        return (CompletableFuture<@Nullable Void>) acceptance.accept(event, null);
    }

    @Override
    @SuppressWarnings("unchecked") // completed with null
    public CompletableFuture<@Nullable Void> accept(I event, Delivery delivery) {
        return (CompletableFuture<@Nullable Void>)
                acceptance.accept(event, Objects.requireNonNull(delivery, "delivery"));
    }

    @Override
    public void close() {
        try {
            lifecycle.close(CLOSING_TIME);
        } finally {
            removeShutdownHook(); // not before: until then, a JVM that shuts down waits for the events inside
        }
    }

    private void removeShutdownHook() {
        ShutdownHook hook = shutdownHook;
        if (hook != null) {
            hook.remove();
        }
    }

    /** Closes the flow when the JVM shuts down; at once, if it does already. Called once, before the flow is used. */
    void closeOnShutdown() {
        try {
            shutdownHook = ShutdownHook.register(this);
        } catch (IllegalStateException shuttingDown) {
            close();
        }
    }

    @Override
    public String toString() {
        return Sentence.of("Flow '%s' (%s)", name(), lifecycle.state());
    }

    public FlowDefinition definition() {
        return parts.definition();
    }

    /** Starts, stops and changes the flow. */
    public FlowLifecycle lifecycle() {
        return lifecycle;
    }

    /** Reads the flow. */
    public FlowReader reader() {
        return reader;
    }

    /** Reads the last seconds of the flow. */
    public StatisticsCollector statistics() {
        return statistics;
    }

    /** Takes listeners and observers of samples. */
    public FlowRecorder recorder() {
        return parts.recorder();
    }

    /**
     * Returns the memory that the contexts of this flow take, in bytes.
     *
     * @param stored whether a slot has a store
     */
    public long contextBytes(boolean stored) {
        return ContextPool.bytes(contexts(stored), definition().keepsMessages());
    }

    /**
     * Returns the memory that the queue of a join in this flow takes, in bytes.
     *
     * @param stored whether a slot has a store
     */
    public long queueBytes(JoinSettings join, boolean stored) {
        return QueueOrder.of(join).bytes(contexts(stored));
    }

    private int contexts(boolean stored) {
        return stored ? parts.contexts().mostContexts() : parts.contexts().size();
    }

    public Sampling sampling() {
        return dispatcher.sampling();
    }

    /** Changes how many events are sampled. Returns the new sampling. */
    public Sampling sampling(UnaryOperator<Sampling> change) {
        return dispatcher.sampling(change);
    }

    /** Carries thread-locals with events from now on. */
    public void carry(ThreadLocalCarrier carrier) {
        parts.path().carry(carrier);
    }

    /** Carries thread-locals with events from now on, unless {@link #carry} was called. */
    public void carryByDefault(ThreadLocalCarrier carrier) {
        parts.path().carryByDefault(carrier);
    }

    /** Checks messages from now on. */
    public void check(MessageCheck.Factory check) {
        parts.path().check(check.create(name(), definition().components(), contexts(true)));
    }

    public MessageCheck messageCheck() {
        return parts.path().messageCheck();
    }
}
