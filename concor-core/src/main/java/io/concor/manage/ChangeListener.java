package io.concor.manage;

import io.concor.ConcorException;

/**
 * Is told what became of each change that a {@link Manager} was asked for, and of its presets; dry runs are not told.
 * Called by several threads at once, and while others may change the flow already. What it throws is logged, and harms
 * neither the change nor other listeners.
 */
public interface ChangeListener {

    /**
     * A change was made.
     *
     * @param request what was asked for
     * @param result what was done
     */
    default void onChanged(ChangeRequest request, ChangeResult result) {}

    /**
     * A change was not made.
     *
     * @param request what was asked for
     * @param reason why not
     */
    default void onRefused(ChangeRequest request, ConcorException reason) {}

    /**
     * Something was entered in the history of a flow: a change that was made or refused, or that was confirmed. What is
     * asked for an unknown flow is not.
     *
     * @param entry what was entered
     */
    default void onRecorded(ChangeEntry entry) {}

    /**
     * A preset was saved or deleted, or its store failed at that.
     *
     * @param change what became of which preset, and who asked for it
     */
    default void onPreset(PresetChange change) {}
}
