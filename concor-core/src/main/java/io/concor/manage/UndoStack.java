package io.concor.manage;

import io.concor.JoinSettings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The layouts to which undoing goes back, one after the other. Guarded by the lock of the flow's changes. */
final class UndoStack {

    private static final int MOST = 100;

    private record Step(BeforeChange before, boolean onTrial) {}

    private Deque<Step> steps = new ArrayDeque<>();

    /** What was there before the last change, or null where no change is left. */
    @Nullable
    BeforeChange top() {
        Step last = steps.peekFirst();
        return last == null ? null : last.before();
    }

    void push(BeforeChange before, boolean onTrial) {
        steps.addFirst(new Step(before, onTrial));
        if (steps.size() > MOST) {
            steps.removeLast();
        }
    }

    /** What is there now is the first layout. */
    void clear() {
        steps.clear();
    }

    void pop() {
        steps.removeFirst();
    }

    void popTrial() {
        steps.removeIf(Step::onTrial);
    }

    /** What was on trial stays, and can be taken back one by one. */
    void keepTrial() {
        Deque<Step> kept = new ArrayDeque<>();
        steps.forEach(step -> kept.addLast(new Step(step.before(), false)));
        steps = kept;
    }

    /**
     * What was there before a change, and comes back with an undo. A value.
     *
     * @param slots the filled slots
     * @param active the active preset, or null where there was none
     */
    record BeforeChange(Map<String, JoinSettings> slots, ActivePresets.@Nullable Active active) {}
}
