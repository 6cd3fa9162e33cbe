package io.concor.autoconfigure.transaction;

import io.concor.Transaction;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/**
 * A transaction of Spring on its way from thread to thread. Whatever its manager has bound to the thread is taken off
 * one and bound to another, and as much of the thread's own is out of the way meanwhile; so it is begun, committed and
 * rolled back on a thread that holds nothing else, and never suspends another one, which would be resumed on the wrong
 * thread.
 */
final class ManagedTransaction implements Transaction {

    private static final Object NOBODY = "no thread";
    private static final Object ENDED = "no thread, as it has ended";

    private final PlatformTransactionManager manager;
    private final LeakedBindingWarning left;
    /** The thread that holds it, {@link #NOBODY} or {@link #ENDED}. */
    private final AtomicReference<Object> holder = new AtomicReference<>(Thread.currentThread());

    @SuppressWarnings("NullAway.Init") // set as soon as it has begun
    private TransactionStatus status;

    private ThreadBindings ownOfThread;
    private ThreadBindings onTheWay = ThreadBindings.NONE;

    private ManagedTransaction(PlatformTransactionManager manager, LeakedBindingWarning left, ThreadBindings own) {
        this.manager = manager;
        this.left = left;
        this.ownOfThread = own;
    }

    static ManagedTransaction begin(
            PlatformTransactionManager manager, TransactionDefinition definition, LeakedBindingWarning left) {
        ThreadBindings own = ThreadBindings.unbindAll();
        try {
            ManagedTransaction transaction =
                    new ManagedTransaction(manager, left, own); // without memory, none is begun
            transaction.status = manager.getTransaction(definition);
            return transaction;
        } catch (Throwable failed) {
            own.replaceBindings();
            throw failed;
        }
    }

    @Override
    public void detach() {
        requireHeld("taken off this thread");
        onTheWay = ThreadBindings.unbindAll();
        holder.set(NOBODY);
        ownOfThread.bindAll();
    }

    @Override
    public void attach() {
        if (!holder.compareAndSet(NOBODY, Thread.currentThread())) {
            throw refused("held by this thread");
        }
        try {
            ownOfThread = ThreadBindings.unbindAll();
        } catch (Throwable failed) {
            holder.set(NOBODY);
            throw failed;
        }
        onTheWay.bindAll();
    }

    @Override
    public void commit() {
        requireHeld("committed here");
        end(manager::commit);
    }

    @Override
    public void rollback() {
        if (holder.get() == NOBODY) {
            rollBackUnheld();
        } else {
            requireHeld("rolled back here");
            end(manager::rollback);
        }
    }

    private void rollBackUnheld() {
        try {
            attach();
        } catch (Throwable known) { // the flow has had it from attach
            if (holder.get() == NOBODY) {
                rollBackOnNewThread();
                return;
            }
        }
        end(manager::rollback);
    }

    /** A thread that cannot be cleared could not give the connection back; a new one holds nothing. */
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
            left.dropped(ownOfThread.replaceBindings());
        }
    }

    private void requireHeld(String wanted) {
        if (holder.get() != Thread.currentThread()) {
            throw refused(wanted);
        }
    }

    private IllegalStateException refused(String wanted) {
        return new IllegalStateException("The transaction cannot be %s ('%s'): it is held by %s"
                .formatted(wanted, Thread.currentThread().getName(), holder.get()));
    }
}
