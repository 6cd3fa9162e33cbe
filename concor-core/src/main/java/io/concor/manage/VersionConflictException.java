package io.concor.manage;

import io.concor.ConcorException;

/** Somebody else changed the layout since the caller looked at it; nothing was changed. */
public final class VersionConflictException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final long expected;
    private final long present;

    VersionConflictException(String flow, long expected, long present) {
        super("Flow '%s': version %d was expected, but the layout has version %d".formatted(flow, expected, present));
        this.expected = expected;
        this.present = present;
    }

    /** The version that the caller expected. */
    public long expected() {
        return expected;
    }

    /** The version that the layout has. */
    public long present() {
        return present;
    }
}
