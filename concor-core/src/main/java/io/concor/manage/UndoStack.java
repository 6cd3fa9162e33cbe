package io.concor.manage;

import io.concor.JoinSettings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The states to which undoing returns, the latest first. Guarded by the lock of the flow's changes. */
final class UndoStack {

    private static final int CAPACITY = 100;

    /**
     * The state before a change.
     *
     * @param slots the filled slots
     * @param preset the active preset, or null
     */
    record BeforeChange(Map<String, JoinSettings> slots, ActivePreset.@Nullable Activation preset) {}

    private record Step(BeforeChange before, boolean onTrial) {}

    private Deque<Step> steps = new ArrayDeque<>();

    /** Returns the state before the last change, or null if no change is left. */
    @Nullable
    BeforeChange top() {
        Step last = steps.peekFirst();
        return last == null ? null : last.before();
    }

    void push(BeforeChange before, boolean onTrial) {
        steps.addFirst(new Step(before, onTrial));
        if (steps.size() > CAPACITY) {
            steps.removeLast();
        }
    }

    void clear() {
        steps.clear();
    }

    void pop() {
        steps.removeFirst();
    }

    void popTrial() {
        steps.removeIf(Step::onTrial);
    }

    /** Keeps the changes on trial, as changes to undo one by one. */
    void keepTrial() {
        Deque<Step> kept = new ArrayDeque<>();
        steps.forEach(step -> kept.addLast(new Step(step.before(), false)));
        steps = kept;
    }
}
