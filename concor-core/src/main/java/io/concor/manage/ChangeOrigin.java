package io.concor.manage;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who requested a change, and how.
 *
 * @param who the user, or null if unknown; at the end of a trial, the user who requested its last change
 * @param preset the preset that is applied, or null
 */
public record ChangeOrigin(
        Source source, @Nullable String who, @Nullable String preset) {

    /** Code of the application, for an unknown user. */
    public static final ChangeOrigin JAVA = of(Source.JAVA, null);

    public static ChangeOrigin of(Source source, @Nullable String who) {
        return new ChangeOrigin(source, who, null);
    }

    ChangeOrigin source(Source other) {
        return new ChangeOrigin(other, who, preset);
    }

    /** Returns the origin of the application of a preset; the configuration and the start remain the source. */
    ChangeOrigin preset(String name) {
        boolean keepsSource = source == Source.CONFIGURATION || source == Source.START;
        return new ChangeOrigin(keepsSource ? source : Source.PRESET, who, name);
    }

    /** How a change was requested. */
    public enum Source {
        /** By code of the application. */
        JAVA,
        /** By an endpoint over HTTP. */
        ENDPOINT,
        /** By an endpoint over JMX. */
        JMX,
        /** By applying a preset. */
        PRESET,
        /** By loading the active preset at start-up. Changes up to this one cannot be undone. */
        START,
        /** By the end of a trial that was not confirmed. */
        REVERT,
        /** By an undo. */
        UNDO,
        /** By a change of the configuration at run time. */
        CONFIGURATION;

        /** Returns the name in lower case, as on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
