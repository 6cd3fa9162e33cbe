package io.concor.manage;

import io.concor.ConcorException;

/** The layout does not have the version that the caller expects. The change was not made. */
public final class VersionConflictException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final long expected;
    private final long present;

    VersionConflictException(String flow, long expected, long present) {
        super("Flow '" + flow + "': version " + expected + " was expected, but the layout has version " + present);
        this.expected = expected;
        this.present = present;
    }

    public long expected() {
        return expected;
    }

    /** Returns the version of the layout. */
    public long present() {
        return present;
    }
}
