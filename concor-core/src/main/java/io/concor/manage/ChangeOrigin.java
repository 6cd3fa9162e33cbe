package io.concor.manage;

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

    /** Whether the precedence is low. */
    boolean givesWay() {
        return source.precedence() == Precedence.LOW;
    }

    /** Returns the origin of an undo; a source of low precedence remains. */
    ChangeOrigin undo() {
        return givesWay() ? this : source(Source.UNDO);
    }

    /**
     * Returns the origin of the application of a preset; the configuration, the start and a source of low precedence
     * remain the source.
     */
    ChangeOrigin preset(String name) {
        boolean keepsSource = source.equals(Source.CONFIGURATION) || source.equals(Source.START) || givesWay();
        return new ChangeOrigin(keepsSource ? source : Source.PRESET, who, name);
    }

    /**
     * How a change was requested.
     *
     * @param name the name in lower case, as on endpoints
     */
    public record Source(String name, Precedence precedence) {
        /** By code of the application. */
        public static final Source JAVA = new Source("java");
        /** By an endpoint over HTTP. */
        public static final Source ENDPOINT = new Source("endpoint");
        /** By an endpoint over JMX. */
        public static final Source JMX = new Source("jmx");
        /** By applying a preset. */
        public static final Source PRESET = new Source("preset");
        /** By loading the active preset at start-up. Changes up to this one cannot be undone. */
        public static final Source START = new Source("start");
        /** By the end of a trial that was not confirmed. */
        public static final Source REVERT = new Source("revert");
        /** By an undo. */
        public static final Source UNDO = new Source("undo");
        /** By a change of the configuration at run time. */
        public static final Source CONFIGURATION = new Source("configuration");

        private Source(String name) {
            this(name, Precedence.NORMAL);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** Whose changes give way to whose. */
    public enum Precedence {
        /**
         * For code that tunes a flow by itself. Its changes must be on trial, and its trials end for changes of normal
         * precedence, for which its versions are no conflict. It confirms and undoes its own trial only, and remains the
         * source of its undos.
         */
        LOW,
        /** For persons, and for code on their behalf. */
        NORMAL
    }
}
