package io.concor.engine;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a change does to one slot. Everything up to {@link #commit} can be taken back; nothing from there on can fail.
 *
 * <pre>
 * begin → ready* → sealed* → commit (into the new plan) → settle (the new plan is in force)
 *     └──────┴─────────┴───→ revert
 * </pre>
 */
abstract class SlotOperation {

    final int slot;

    SlotOperation(int slot) {
        this.slot = slot;
    }

    /** Gets ready what may fail, new threads above all, and asks the old threads to come to rest. */
    abstract void begin();

    /** Whether the old threads have come to rest, as far as the change needs that. Asked again until it is so. */
    boolean ready() {
        return true;
    }

    /** Whether events that go on arriving from outside can keep the step from being ready for ever. */
    boolean wantsQuietDoor() {
        return false;
    }

    /** Shuts the slot at the last moment, if that is needed; false when an event came in between. */
    boolean seal() {
        return true;
    }

    /** Takes {@link #seal} back. */
    void unseal() {}

    /** Writes the slot's new content into the new plan. */
    void commit(@Nullable Join[] joins) {}

    /** Lets the new threads begin and the old ones end. */
    abstract void settle();

    /** Makes everything as it was before {@link #begin}. */
    abstract void revert();

    /** Takes back all that was made, also where a part of that fails. */
    final void takeBack() {
        try {
            unseal();
        } finally {
            revert();
        }
    }

    /**
     * Does something with every step, also behind one with which it fails: a step that is left in the middle holds its
     * threads for ever. The first failure is thrown at the end.
     */
    static void each(List<SlotOperation> steps, Consumer<SlotOperation> action) {
        Throwable first = null;
        for (SlotOperation step : steps) {
            try {
                action.accept(step);
            } catch (Throwable failed) {
                first = first == null ? failed : first;
            }
        }
        if (first != null) {
            SlotOperation.<RuntimeException>raise(first);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // an action throws nothing that is checked
    private static <T extends Throwable> void raise(Throwable failure) throws T {
        throw (T) failure;
    }

    /** How many waiting events others took over. */
    long handedOver() {
        return 0;
    }

    /** What keeps the step from being ready. */
    String obstacle() {
        return "";
    }
}
