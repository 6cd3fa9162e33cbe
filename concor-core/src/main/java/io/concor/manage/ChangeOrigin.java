package io.concor.manage;

import org.jspecify.annotations.Nullable;

/**
 * Where a change comes from. A value.
 *
 * @param source which way it came
 * @param who who asked for it, or null where nobody is known
 * @param preset the preset that is applied, or null
 */
public record ChangeOrigin(
        ChangeSource source, @Nullable String who, @Nullable String preset) {

    /** Code of the application, of which no more is known. */
    public static final ChangeOrigin JAVA = of(ChangeSource.JAVA, null);

    /** Somebody, or nobody known, by some way. */
    public static ChangeOrigin of(ChangeSource source, @Nullable String who) {
        return new ChangeOrigin(source, who, null);
    }

    /** The same person, another way. */
    ChangeOrigin source(ChangeSource other) {
        return new ChangeOrigin(other, who, preset);
    }

    /** The same person applies a preset; a change of the configuration, and the start, are still told as such. */
    ChangeOrigin preset(String name) {
        boolean told = source == ChangeSource.CONFIGURATION || source == ChangeSource.START;
        return new ChangeOrigin(told ? source : ChangeSource.PRESET, who, name);
    }
}
