package io.concor.manage;

import java.util.Locale;

/** What was asked for. */
public enum ChangeAction {
    /** Other settings of slots. */
    CHANGE,
    /** That a change on trial stays. */
    CONFIRM,
    /** That the last change, or the trial, is taken back. */
    UNDO,
    /** That a trial is taken back whose time is over. */
    REVERT;

    /** The word for this action on endpoints. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
