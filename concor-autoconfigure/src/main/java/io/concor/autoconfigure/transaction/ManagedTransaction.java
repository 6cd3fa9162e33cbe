package io.concor.autoconfigure.transaction;

import io.concor.Transaction;
import io.concor.text.Sentence;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/**
 * A Spring transaction that moves from thread to thread. Everything that its manager binds to a thread is unbound from
 * one thread and bound to the next one. The thread's own bindings are removed meanwhile, so that the transaction begins
 * and ends on a thread without other bindings and never suspends another transaction, which would be resumed on the
 * wrong thread.
 */
final class ManagedTransaction implements Transaction {

    private static final Object DETACHED = "no thread";
    private static final Object ENDED = "no thread, because it has ended";

    private final PlatformTransactionManager manager;
    private final Consumer<Map<Object, Object>> leaked;
    /** The thread to which it is bound, {@link #DETACHED} or {@link #ENDED}. */
    private final AtomicReference<Object> holder = new AtomicReference<>(Thread.currentThread());

    @SuppressWarnings("NullAway.Init") // set in begin()
    private TransactionStatus status;

    private ThreadBindings ownOfThread;
    private ThreadBindings detached = ThreadBindings.NONE;

    private ManagedTransaction(
            PlatformTransactionManager manager, Consumer<Map<Object, Object>> leaked, ThreadBindings own) {
        this.manager = manager;
        this.leaked = leaked;
        this.ownOfThread = own;
    }

    static ManagedTransaction begin(
            PlatformTransactionManager manager,
            TransactionDefinition definition,
            Consumer<Map<Object, Object>> leaked) {
        ThreadBindings own = ThreadBindings.unbindAll();
        try {
            ManagedTransaction transaction =
                    new ManagedTransaction(manager, leaked, own); // allocated before the transaction begins
            transaction.status = manager.getTransaction(definition);
            return transaction;
        } catch (Throwable failed) {
            own.replaceBindings();
            throw failed;
        }
    }

    @Override
    public void detach() {
        requireHeld("detached");
        detached = ThreadBindings.unbindAll();
        holder.set(DETACHED);
        ownOfThread.bindAll();
    }

    @Override
    public void attach() {
        if (!holder.compareAndSet(DETACHED, Thread.currentThread())) {
            throw notHeld("attached");
        }
        try {
            ownOfThread = ThreadBindings.unbindAll();
        } catch (Throwable failed) {
            holder.set(DETACHED);
            throw failed;
        }
        detached.bindAll();
    }

    @Override
    public void commit() {
        requireHeld("committed");
        end(manager::commit);
    }

    @Override
    public void rollback() {
        if (holder.get() == DETACHED) {
            rollBackDetached();
        } else {
            requireHeld("rolled back");
            end(manager::rollback);
        }
    }

    private void rollBackDetached() {
        try {
            attach();
        } catch (Throwable reported) { // the flow has received it from attach()
            if (holder.get() == DETACHED) {
                rollBackOnNewThread();
                return;
            }
        }
        end(manager::rollback);
    }

    /** A thread whose bindings cannot be removed cannot return the connection: a new thread has none. */
    private void rollBackOnNewThread() {
        CompletableFuture.runAsync(
                        () -> {
                            attach();
                            end(manager::rollback);
                        },
                        rollback -> new Thread(rollback, "concor-rollback").start())
                .join();
    }

    private void end(Consumer<TransactionStatus> ending) {
        holder.set(ENDED);
        try {
            ending.accept(status);
        } finally {
            leaked.accept(ownOfThread.replaceBindings());
        }
    }

    private void requireHeld(String action) {
        if (holder.get() != Thread.currentThread()) {
            throw notHeld(action);
        }
    }

    private IllegalStateException notHeld(String action) {
        return new IllegalStateException(Sentence.of(
                "The transaction cannot be %s on thread '%s': it is bound to %s",
                action, Thread.currentThread().getName(), holder.get()));
    }
}
