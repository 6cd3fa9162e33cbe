package io.concor.autoconfigure.preset;

import io.concor.ConcorException;
import io.concor.InvalidLayoutException;
import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.manage.UnknownNameException;
import io.concor.preset.PresetStoreException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/** Thrown if an active preset cannot be applied at start-up. The application does not start. */
public final class PresetLoadException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final String preset;
    private final @Nullable String file;
    private final ConcorException problem;

    /**
     * @param file the file of the preset, or null if it is not stored in a file or the flow is unknown
     * @param inDatabase whether {@code concor.presets.store} selects a database
     */
    PresetLoadException(
            String flow, String preset, @Nullable String file, boolean inDatabase, ConcorException problem) {
        super(
                Sentence.of(
                        "The active preset '%s' of flow '%s' cannot be loaded: %s", preset, flow, problem.getMessage()),
                action(flow, file, inDatabase, problem),
                problem);
        this.flow = flow;
        this.preset = preset;
        this.file = file;
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

    /** Returns the problem. */
    public ConcorException problem() {
        return problem;
    }

    @Override
    public String description() {
        return Sentence.of(
                "The active preset of a flow cannot be loaded.%n    flow: %s%n    preset: %s%s%n    problem: %s%s",
                flow,
                preset,
                file == null ? "" : Sentence.of("%n    file: %s", file),
                problem.getMessage(),
                SafeText.causes(problem));
    }

    private static String action(String flow, @Nullable String file, boolean inDatabase, ConcorException problem) {
        if (problem instanceof UnknownNameException unknown && unknown.what().equals("flow")) {
            return "Correct or remove the name of the flow in concor.presets.active.";
        }
        return Sentence.of(
                "%s, or set concor.presets.active.%s to another preset. To start with the configured layouts, set concor.presets.load to never; to ignore the mismatch, see concor.presets.on-mismatch.",
                correction(file, inDatabase, problem), flow);
    }

    private static String correction(@Nullable String file, boolean inDatabase, ConcorException problem) {
        if (problem instanceof UnknownNameException unknown) {
            return unknown.what().equals("slot")
                    ? "Save the preset again from the current flow, or correct the name of the slot in the preset"
                    : whereMissing(file, inDatabase);
        }
        if (problem instanceof InvalidLayoutException rule) {
            return Sentence.of(
                    "Correct '%s' of slot '%s' in the preset (allowed: %s)%s",
                    rule.field(),
                    rule.slot(),
                    rule.allowed(),
                    orRaise(rule.violations().get(0).limit()));
        }
        return problem instanceof PresetStoreException
                ? "Correct the preset or repair its store"
                : "Correct the problem";
    }

    private static String orRaise(@Nullable String limit) {
        return limit == null ? "" : ", or raise concor.limits." + limit;
    }

    private static String whereMissing(@Nullable String file, boolean inDatabase) {
        if (inDatabase) {
            return "Save a preset of that name in the database (files are not read if concor.presets.store is jpa): start once with concor.presets.load set to never, and save the layout under that name";
        }
        return file == null
                ? "Save a preset of that name in the PresetStore of the application"
                : "Save a preset of that name, or check concor.presets.location (concor.presets.store is file)";
    }
}
