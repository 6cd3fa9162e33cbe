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
        String reason = "batch component '%s' needs its own join, in which events wait for a batch".formatted(name);
        return new Violation(name, "pool", reason, POOLS.formatted(name), null);
    }

    private static List<Violation> linger(String name, Duration linger, Duration timeout) {
        String limit = DurationFormat.of(timeout);
        return linger.compareTo(timeout) < 0
                ? List.of()
                : List.of(new Violation(
                        name,
                        "linger",
                        "events that wait %s for a batch time out after %s".formatted(DurationFormat.of(linger), limit),
                        "less than %s, the flow's timeout".formatted(limit),
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
                "%s %s is a setting of batch components, and '%s' is %s"
                        .formatted(
                                setting,
                                value instanceof Duration time ? DurationFormat.of(time) : value,
                                component.name(),
                                component.kind()),
                "no %s at '%s', or a batch task there".formatted(setting, component.name()),
                null);
    }
}
