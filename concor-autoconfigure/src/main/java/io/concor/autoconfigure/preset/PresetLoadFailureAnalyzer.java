package io.concor.autoconfigure.preset;

import io.concor.ConcorException;
import io.concor.InvalidLayoutException;
import io.concor.PresetStoreException;
import io.concor.UnknownNameException;
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
        String action =
                "%s, or name another preset at concor.presets.active.%s. To start without presets, with the layouts of the configuration, set concor.presets.load to never; to start all the same, see concor.presets.on-mismatch."
                        .formatted(remedy(cause, cause.problem()), cause.flow());
        return new FailureAnalysis(description, action, cause);
    }

    private static String remedy(PresetLoadException cause, ConcorException problem) {
        if (problem instanceof UnknownNameException unknown) {
            return switch (unknown.what()) {
                case "flow" -> "Correct or remove the flow's name at concor.presets.active";
                case "slot" -> "Save the preset anew from the present flow, or correct the slot's name in it";
                default -> whereMissing(cause);
            };
        }
        if (problem instanceof InvalidLayoutException rule) {
            return "Correct '%s' of slot '%s' in the preset, allowed is: %s"
                    .formatted(rule.field(), rule.slot(), rule.allowed());
        }
        return problem instanceof PresetStoreException ? "Mend the preset or what keeps it" : "Mend what is wrong";
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
