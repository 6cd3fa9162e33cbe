package io.concor.manage;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a change comes from. A value.
 *
 * @param source which way it came
 * @param who who asked for it, or null where nobody is known
 * @param preset the preset that is applied, or null
 */
public record ChangeOrigin(
        Source source, @Nullable String who, @Nullable String preset) {

    /** Code of the application, of which no more is known. */
    public static final ChangeOrigin JAVA = of(Source.JAVA, null);

    /** Somebody, or nobody known, by some way. */
    public static ChangeOrigin of(Source source, @Nullable String who) {
        return new ChangeOrigin(source, who, null);
    }

    /** The same person, another way. */
    ChangeOrigin source(Source other) {
        return new ChangeOrigin(other, who, preset);
    }

    /** The same person applies a preset; a change of the configuration, and the start, are still told as such. */
    ChangeOrigin preset(String name) {
        boolean told = source == Source.CONFIGURATION || source == Source.START;
        return new ChangeOrigin(told ? source : Source.PRESET, who, name);
    }

    /** Which way a change came. */
    public enum Source {
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
}
