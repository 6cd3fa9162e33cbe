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

    private ChangeOrigin source(Source other) {
        return new ChangeOrigin(other, who, preset);
    }

    boolean isAutopilot() {
        return source == Source.AUTOPILOT;
    }

    /** Returns the origin of an undo; the autopilot remains the source. */
    ChangeOrigin undo() {
        return isAutopilot() ? this : source(Source.UNDO);
    }

    /**
     * Returns the origin of the application of a preset; the configuration, the start and the autopilot remain the
     * source.
     */
    ChangeOrigin preset(String name) {
        boolean keepsSource = source == Source.CONFIGURATION || source == Source.START || isAutopilot();
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
        CONFIGURATION,
        /**
         * By the autopilot: also the source of its undos, but not of the end of a trial that it did not confirm. Its
         * changes are on trial, and its trials give way to requests of all other sources.
         */
        AUTOPILOT;

        /** Returns the name in lower case, as on endpoints. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
