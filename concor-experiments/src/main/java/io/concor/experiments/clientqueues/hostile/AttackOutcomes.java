package io.concor.experiments.clientqueues.hostile;

import io.concor.benchmarks.report.MarkdownTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How attacks ended: each by a status, or by a few other words. Thread-safe. */
final class AttackOutcomes {

    private final Map<Attack, Map<String, Long>> counts = new EnumMap<>(Attack.class);

    synchronized void add(Attack attack, String outcome) {
        counts.computeIfAbsent(attack, none -> new TreeMap<>()).merge(outcome, 1L, Long::sum);
    }

    /** Returns the attacks that have ended. */
    synchronized long total() {
        return counts.values().stream()
                .flatMap(outcomes -> outcomes.values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Returns what a server that holds out does not do, in words. */
    synchronized List<String> unexpected() {
        List<String> unexpected = new ArrayList<>();
        counts.forEach((attack, outcomes) -> outcomes.forEach((outcome, count) -> {
            if (!attack.expects(outcome)) {
                unexpected.add(title(attack) + ": " + count + " × " + outcome);
            }
        }));
        return unexpected;
    }

    /** Returns a row for each attack. */
    synchronized String table() {
        MarkdownTable table = new MarkdownTable("attack", "how it ended");
        counts.forEach((attack, outcomes) -> table.row(title(attack), outcomes.toString()));
        return table.markdown();
    }

    private static String title(Attack attack) {
        return attack.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
