package io.concor.engine;

import io.concor.engine.event.Unchecked;
import io.concor.engine.pool.Join;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a change does to one slot. Everything before {@link #activate} can be undone; from there on, nothing fails.
 *
 * <pre>
 * prepare → isReady* → seal* → install → transfer → activate
 *     └───────┴──────────┴─────────┴─────────┴──→ abort
 * </pre>
 */
abstract class SlotOperation {

    final int slot;

    SlotOperation(int slot) {
        this.slot = slot;
    }

    /** Does what may fail, above all starting threads, and suspends old threads if they must stop. */
    abstract void prepare();

    /** Whether the old threads have stopped as far as the change needs it. Asked until it is true. */
    boolean isReady() {
        return true;
    }

    /** Whether the operation is not ready before a thread has left its task. */
    boolean waitsFor(Thread thread) {
        return false;
    }

    /** Whether admission has to pause, because arriving events could keep the operation from ever being ready. */
    boolean needsPausedAdmission() {
        return false;
    }

    /** Closes the slot at the last moment, if that is needed. Returns false if an event came in between. */
    boolean seal() {
        return true;
    }

    /** Undoes {@link #seal}. */
    void unseal() {}

    /**
     * Moves what waits in the slot to where it waits from now on. No thread takes it meanwhile, and arriving events stay with
     * their threads. It moves everything or throws.
     */
    void transfer() {}

    /** Writes the slot's new content into the joins of the new routing table. */
    void install(@Nullable Join[] joins) {}

    /** The new routing table is in force: lets new threads begin and old ones end. */
    abstract void activate();

    /** Undoes {@link #prepare} and {@link #transfer}, as far as they have come. */
    abstract void rollBack();

    /** Undoes everything, also if a part of that fails. */
    final void abort() {
        try {
            unseal();
        } finally {
            rollBack();
        }
    }

    /**
     * Runs an action on every operation, also after one that fails: an operation left half done suspends its threads for
     * ever. Throws the first failure at the end.
     */
    static void forEach(List<SlotOperation> operations, Consumer<SlotOperation> action) {
        Throwable first = null;
        for (SlotOperation operation : operations) {
            try {
                action.accept(operation);
            } catch (Throwable failed) {
                first = first == null ? failed : first;
            }
        }
        if (first != null) {
            Unchecked.rethrow(first);
        }
    }

    /** Returns how many events waited in the slot when it changed. */
    long handedOver() {
        return 0;
    }

    /** Returns what keeps the operation from being ready, for an error message. */
    String obstacle() {
        return "";
    }
}
