package io.concor.manage;

import java.util.Locale;

/** Which way a change came. */
public enum ChangeSource {
    /** Code of the application. */
    JAVA,
    /** An endpoint over HTTP. */
    ENDPOINT,
    /** An endpoint over JMX. */
    JMX,
    /** A preset was applied. */
    PRESET,
    /** The active preset was loaded at the start: it makes the first layout, behind which nothing can be undone. */
    START,
    /** A change on trial was not confirmed in time. */
    REVERT,
    /** The last change, or the trial, was taken back. */
    UNDO,
    /** The configuration changed while the application ran. */
    CONFIGURATION;

    /** The word for this source on endpoints. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
