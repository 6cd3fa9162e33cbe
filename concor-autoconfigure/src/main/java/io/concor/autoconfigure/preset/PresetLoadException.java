package io.concor.autoconfigure.preset;

import io.concor.ConcorException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Thrown if an active preset cannot be applied at start-up. The application does not start. */
public final class PresetLoadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final String preset;
    private final @Nullable String file;
    private final boolean inDatabase;
    private final ConcorException problem;

    PresetLoadException(
            String flow, String preset, @Nullable String file, boolean inDatabase, ConcorException problem) {
        super(
                String.format(
                        Locale.ROOT,
                        "The active preset '%s' of flow '%s' cannot be loaded: %s",
                        preset,
                        flow,
                        problem.getMessage()),
                problem);
        this.flow = flow;
        this.preset = preset;
        this.file = file;
        this.inDatabase = inDatabase;
        this.problem = problem;
    }

    /** Returns the name of the flow. */
    public String flow() {
        return flow;
    }

    /** Returns the name of the preset. */
    public String preset() {
        return preset;
    }

    /** Returns the file of the preset, or null if it is not stored in a file or the flow is unknown. */
    public @Nullable String file() {
        return file;
    }

    /** Returns whether {@code concor.presets.store} selects a database. */
    public boolean inDatabase() {
        return inDatabase;
    }

    /** Returns the problem. */
    public ConcorException problem() {
        return problem;
    }
}
