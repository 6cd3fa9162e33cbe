package io.concor.autoconfigure.queue;

import io.concor.QueueStoreException;
import io.concor.Transactions;
import io.concor.queue.EventHeaders;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueStore;
import io.concor.queue.StoredQueue;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.text.Sentence;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that is opened with the first queue, or if something lies there already. An opening that failed is tried again with the
 * next. Thread-safe.
 *
 * @param <S> the store
 */
public abstract class LazyStore<S extends QueueStore> implements QueueStore, AutoCloseable {

    private final String name;
    private final EventHeaders headers;
    private final EarlierSlots earlier;
    private final Object opening = new Object();
    private volatile @Nullable S opened; // changed under this
    private boolean closed; // guarded by this

    protected LazyStore(String name, EventHeaders headers) {
        this(name, headers, System::nanoTime);
    }

    LazyStore(String name, EventHeaders headers, LongSupplier nanoTime) {
        this.name = name;
        this.headers = headers;
        earlier = new EarlierSlots(name, this::slotsLeft, nanoTime);
    }

    /**
     * Opens the store. Called again if that fails.
     *
     * @throws QueueStoreException if it cannot be used
     */
    protected abstract S openNow();

    /**
     * Reads which slots have something there, by their flows, without opening a store. Creates nothing.
     *
     * @throws Exception if it cannot be reached
     */
    protected abstract Map<String, Set<String>> slotsLeft() throws Exception;

    /** Returns what an open store says of its health. */
    protected abstract DatabaseHealth.State stateOf(S store);

    /** Closes an open store. */
    protected abstract void close(S store);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public StoredQueue open(QueueDefinition definition) {
        return store().open(definition);
    }

    @Override
    public final Set<String> slots(String flow) {
        S present = opened;
        return present == null ? earlier.get().getOrDefault(flow, Set.of()) : present.slots(flow);
    }

    @Override
    public Transactions transactions() {
        return store().transactions();
    }

    @Override
    public final EventHeaders headers() {
        return headers;
    }

    /** Returns the state of the store; empty if it was not needed yet. */
    public final Optional<DatabaseHealth.State> state() {
        return Optional.ofNullable(opened).map(this::stateOf);
    }

    /** Returns the store, which is opened if it is not. */
    protected S store() {
        S present = opened;
        return present == null ? openOnce() : present;
    }

    /** Returns the store if it is open, or something lies there. */
    protected final Optional<S> storeInUse() {
        S present = opened;
        return present == null && earlier.get().isEmpty() ? Optional.empty() : Optional.of(store());
    }

    /** However long that takes, {@link #close()} does not wait for it. */
    private S openOnce() {
        synchronized (opening) {
            S present = opened;
            if (present == null) {
                requireOpen();
                present = openNow();
                use(present);
            }
            return present;
        }
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new QueueStoreException(
                    Sentence.of("The store of %s queues is closed, with its application", kind()), false, null);
        }
    }

    private synchronized void use(S fresh) {
        if (closed) {
            close(fresh);
        }
        requireOpen();
        opened = fresh;
    }

    /** Called after all flows that use the store have stopped. */
    @Override
    public final synchronized void close() {
        closed = true;
        S present = opened;
        if (present != null) {
            close(present);
        }
    }
}
