package io.concor.engine.definition;

import io.concor.Component;
import io.concor.InvalidLayoutException.Violation;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rules of batches: a batch component has a join of its own, and does not linger beyond the flow's timeout. */
final class BatchRules {

    private static final String POOLS = "fixed, cached, single, or virtual on Java 21 or newer, in slot '%s'";

    private BatchRules() {}

    /** @param timeout the flow's */
    static List<Violation> check(Component component, @Nullable JoinSettings own, Duration timeout) {
        if (component.kind() != TaskKind.BATCH) {
            return List.of();
        }
        return own == null
                ? List.of(missingJoin(component.name()))
                : linger(component.name(), own.batchingOrDefault().linger(), timeout);
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
}
