package io.concor.manage;

import java.util.Locale;

/** What became of a change that was asked for. */
public enum ChangeOutcome {
    /** The layout has a new version. */
    CHANGED,
    /** The layout was like that already. */
    UNCHANGED,
    /** A change on trial was confirmed; the layout stays. */
    CONFIRMED,
    /** It was refused, or given up; the layout is as it was. */
    REFUSED,
    /** Something failed that is no refusal; the layout is as it was. */
    FAILED;

    /** The word for this outcome on endpoints. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
