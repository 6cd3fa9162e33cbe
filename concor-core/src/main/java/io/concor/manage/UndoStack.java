package io.concor.manage;

import io.concor.JoinSettings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The states before the last changes, the latest first. Guarded by the lock of the flow's changes. */
final class UndoStack {

    private static final int CAPACITY = 100;

    /**
     * The state before a change.
     *
     * @param slots the filled slots
     * @param preset the active preset, or null
     */
    record BeforeChange(Map<String, JoinSettings> slots, ActivePreset.@Nullable Activation preset) {}

    private final Deque<BeforeChange> states = new ArrayDeque<>();
    /** How many of the latest changes are on trial. */
    private int onTrial;

    /** Returns the state before the last change, or null if no change is left. */
    @Nullable
    BeforeChange top() {
        return states.peekFirst();
    }

    void push(BeforeChange before, boolean isOnTrial) {
        states.addFirst(before);
        if (states.size() > CAPACITY) {
            states.removeLast();
        }
        onTrial = isOnTrial ? Math.min(onTrial + 1, CAPACITY) : 0;
    }

    void clear() {
        states.clear();
        onTrial = 0;
    }

    void pop() {
        states.removeFirst();
    }

    void popTrial() {
        for (; onTrial > 0; onTrial--) {
            pop();
        }
    }

    /** Keeps the changes on trial as changes to undo one by one. */
    void keepTrial() {
        onTrial = 0;
    }
}
