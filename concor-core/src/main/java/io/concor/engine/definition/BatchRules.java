package io.concor.engine.definition;

import io.concor.BatchSettings;
import io.concor.Component;
import io.concor.InvalidLayoutException.Violation;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rules of batches: a batch component has a join of its own, and no other component has settings of batches. */
final class BatchRules {

    private static final String POOLS = "fixed, cached, single, or virtual on Java 21 or newer, in slot '%s'";

    private BatchRules() {}

    /** @param timeout the flow's */
    static List<Violation> check(Component component, @Nullable JoinSettings own, Duration timeout) {
        if (component.kind() == TaskKind.BATCH) {
            return own == null
                    ? List.of(missingJoin(component.name()))
                    : linger(component.name(), own.batchingOrDefault().linger(), timeout);
        }
        BatchSettings given = own == null ? null : own.batching();
        return given == null ? List.of() : foreign(component, given);
    }

    private static Violation missingJoin(String name) {
        String reason = String.format(
                Locale.ROOT, "batch component '%s' needs its own join, in which events wait for a batch", name);
        return new Violation(name, "pool", reason, String.format(Locale.ROOT, POOLS, name), null);
    }

    private static List<Violation> linger(String name, Duration linger, Duration timeout) {
        String limit = DurationFormat.of(timeout);
        return linger.compareTo(timeout) < 0
                ? List.of()
                : List.of(new Violation(
                        name,
                        "linger",
                        String.format(
                                Locale.ROOT,
                                "events that wait %s for a batch time out after %s",
                                DurationFormat.of(linger),
                                limit),
                        String.format(Locale.ROOT, "less than %s, the flow's timeout", limit),
                        null));
    }

    /** Settings that have their defaults may not have been given, so they are not named, unless all have. */
    private static List<Violation> foreign(Component component, BatchSettings given) {
        BatchSettings defaults = BatchSettings.DEFAULT;
        List<Violation> violations = new ArrayList<>();
        if (given.size() != defaults.size() || given.equals(defaults)) {
            violations.add(foreign(component, "batch", given.size()));
        }
        if (!given.linger().equals(defaults.linger())) {
            violations.add(foreign(component, "linger", given.linger()));
        }
        if (given.target() != null) {
            violations.add(foreign(component, "batch-target", given.target()));
        }
        if (given.errors() != defaults.errors()) {
            violations.add(foreign(component, "batch-errors", given.errors()));
        }
        return violations;
    }

    private static Violation foreign(Component component, String setting, Object value) {
        return new Violation(
                component.name(),
                setting,
                String.format(
                        Locale.ROOT,
                        "%s %s is a setting of batch components, and '%s' is %s",
                        setting,
                        value instanceof Duration time ? DurationFormat.of(time) : value,
                        component.name(),
                        component.kind()),
                String.format(Locale.ROOT, "no %s at '%s', or a batch task there", setting, component.name()),
                null);
    }
}
