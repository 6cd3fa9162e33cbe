package io.concor.autoconfigure.preset;

import io.concor.ConcorException;
import io.concor.InvalidLayoutException;
import io.concor.manage.UnknownNameException;
import io.concor.preset.PresetStoreException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Tells which active preset stopped the start, and what to do about it. Comes before the analyzers of what it wraps,
 * which know nothing of presets.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PresetLoadFailureAnalyzer extends AbstractFailureAnalyzer<PresetLoadException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PresetLoadException cause) {
        String file = cause.file() == null ? "" : "%n    file: %s".formatted(cause.file());
        String description =
                "The active preset of a flow cannot be loaded.%n    flow: %s%n    preset: %s%s%n    problem: %s"
                        .formatted(
                                cause.flow(),
                                cause.preset(),
                                file,
                                cause.problem().getMessage());
        return new FailureAnalysis(description, action(cause), cause);
    }

    private static String action(PresetLoadException cause) {
        if (cause.problem() instanceof UnknownNameException unknown
                && unknown.what().equals("flow")) {
            return "Correct or remove the flow's name at concor.presets.active.";
        }
        return "%s, or name another preset at concor.presets.active.%s. To start without presets, with the layouts of the configuration, set concor.presets.load to never; to start all the same, see concor.presets.on-mismatch."
                .formatted(remedy(cause, cause.problem()), cause.flow());
    }

    private static String remedy(PresetLoadException cause, ConcorException problem) {
        if (problem instanceof UnknownNameException unknown) {
            return unknown.what().equals("slot")
                    ? "Save the preset anew from the present flow, or correct the slot's name in it"
                    : whereMissing(cause);
        }
        if (problem instanceof InvalidLayoutException rule) {
            return "Correct '%s' of slot '%s' in the preset, allowed is: %s%s"
                    .formatted(
                            rule.field(),
                            rule.slot(),
                            rule.allowed(),
                            orRaise(rule.violations().get(0).limit()));
        }
        return problem instanceof PresetStoreException ? "Mend the preset or what keeps it" : "Mend what is wrong";
    }

    private static String orRaise(@Nullable String limit) {
        return limit == null ? "" : "; or raise concor.limits." + limit;
    }

    private static String whereMissing(PresetLoadException cause) {
        if (cause.inDatabase()) {
            return "Save a preset of that name in the database, for files are not read where concor.presets.store is jpa: start once with concor.presets.load at never, and save the layout under that name";
        }
        return cause.file() == null
                ? "Save a preset of that name in the application's own PresetStore"
                : "Save a preset of that name, or check concor.presets.location (concor.presets.store is file)";
    }
}
