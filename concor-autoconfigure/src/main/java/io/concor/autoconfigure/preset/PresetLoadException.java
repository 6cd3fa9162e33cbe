package io.concor.autoconfigure.preset;

import io.concor.ConcorException;
import org.jspecify.annotations.Nullable;

/** An active preset could not be made the layout of its flow, so the application does not start. */
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
                "The active preset '%s' of flow '%s' cannot be loaded: %s"
                        .formatted(preset, flow, problem.getMessage()),
                problem);
        this.flow = flow;
        this.preset = preset;
        this.file = file;
        this.inDatabase = inDatabase;
        this.problem = problem;
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }

    /** The preset's name. */
    public String preset() {
        return preset;
    }

    /** Where the preset is kept, or null where that is not a file or the flow is not known. */
    public @Nullable String file() {
        return file;
    }

    /** Whether presets are kept in a database, by {@code concor.presets.store}. */
    public boolean inDatabase() {
        return inDatabase;
    }

    /** What is wrong. */
    public ConcorException problem() {
        return problem;
    }
}
