package io.concor.autoconfigure.preset;

import io.concor.ConcorException;
import io.concor.InvalidLayoutException;
import io.concor.manage.UnknownNameException;
import io.concor.preset.PresetStoreException;
import io.concor.text.SafeText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Reports the active preset that prevented the start, and the remedy. Runs before the analyzers of its cause, which do
 * not know the preset.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class PresetLoadFailureAnalyzer extends AbstractFailureAnalyzer<PresetLoadException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PresetLoadException cause) {
        String file = cause.file() == null ? "" : String.format(Locale.ROOT, "%n    file: %s", cause.file());
        String description = String.format(
                Locale.ROOT,
                "The active preset of a flow cannot be loaded.%n    flow: %s%n    preset: %s%s%n    problem: %s%s",
                cause.flow(),
                cause.preset(),
                file,
                cause.problem().getMessage(),
                SafeText.causes(cause.problem()));
        return new FailureAnalysis(description, action(cause), cause);
    }

    private static String action(PresetLoadException cause) {
        if (cause.problem() instanceof UnknownNameException unknown
                && unknown.what().equals("flow")) {
            return "Correct or remove the name of the flow in concor.presets.active.";
        }
        return String.format(
                Locale.ROOT,
                "%s, or set concor.presets.active.%s to another preset. To start with the configured layouts, set concor.presets.load to never; to ignore the mismatch, see concor.presets.on-mismatch.",
                remedy(cause, cause.problem()),
                cause.flow());
    }

    private static String remedy(PresetLoadException cause, ConcorException problem) {
        if (problem instanceof UnknownNameException unknown) {
            return unknown.what().equals("slot")
                    ? "Save the preset again from the current flow, or correct the name of the slot in the preset"
                    : whereMissing(cause);
        }
        if (problem instanceof InvalidLayoutException rule) {
            return String.format(
                    Locale.ROOT,
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

    private static String whereMissing(PresetLoadException cause) {
        if (cause.inDatabase()) {
            return "Save a preset of that name in the database (files are not read if concor.presets.store is jpa): start once with concor.presets.load set to never, and save the layout under that name";
        }
        return cause.file() == null
                ? "Save a preset of that name in the PresetStore of the application"
                : "Save a preset of that name, or check concor.presets.location (concor.presets.store is file)";
    }
}
