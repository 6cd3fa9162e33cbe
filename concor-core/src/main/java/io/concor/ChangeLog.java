package io.concor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes a line for each entry in the history, and for each preset saved or deleted: a sentence, with the facts as keys
 * and values beside it for logs that programs read. What comes from outside is printed without control characters.
 */
final class ChangeLog {

    private static final Logger logger = LoggerFactory.getLogger(Manager.class);

    private ChangeLog() {}

    static void write(ChangeEntry entry, List<String> warnings) {
        boolean notReverted = entry.origin().source() == ChangeSource.REVERT && entry.error() != null;
        LoggingEventBuilder line = notReverted ? logger.atWarn() : logger.atInfo();
        for (Map.Entry<String, Object> fact : facts(entry).entrySet()) {
            line = line.addKeyValue(fact.getKey(), fact.getValue());
        }
        line.log(sentence(entry));
        warnings.forEach(warning -> logger.warn("Flow '{}': {}", entry.flow(), warning));
    }

    static void write(PresetChange change) {
        LoggingEventBuilder line = logger.atInfo()
                .addKeyValue("flow", change.flow())
                .addKeyValue("preset", change.preset())
                .addKeyValue("outcome", change.outcome())
                .addKeyValue("source", change.origin().source());
        Map<String, Object> said = new LinkedHashMap<>();
        putText(said, "who", change.origin().who());
        putText(said, "reason", change.reason());
        for (Map.Entry<String, Object> text : said.entrySet()) {
            line = line.addKeyValue(text.getKey(), text.getValue());
        }
        line.log(sentence(change));
    }

    static String sentence(PresetChange change) {
        return "Flow '%s': preset '%s' is %s, %s%s"
                .formatted(
                        change.flow(), change.preset(), change.outcome(), who(change.origin()), why(change.reason()));
    }

    private static String why(@Nullable String reason) {
        return reason == null ? "" : " (" + printable(reason) + ")";
    }

    private static Map<String, Object> facts(ChangeEntry entry) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("flow", entry.flow());
        facts.put("outcome", entry.outcome());
        facts.put("oldVersion", entry.oldVersion());
        facts.put("version", entry.version());
        facts.put("source", entry.origin().source());
        putText(facts, "who", entry.origin().who());
        putText(facts, "preset", entry.origin().preset());
        putText(facts, "reason", entry.reason());
        facts.put("handedOver", entry.handedOver());
        facts.put("tookMicros", entry.took().toNanos() / 1_000);
        return facts;
    }

    private static void putText(Map<String, Object> facts, String key, @Nullable String text) {
        if (text != null) {
            facts.put(key, printable(text));
        }
    }

    static String sentence(ChangeEntry entry) {
        return "Flow '%s': %s, %s%s%s%s"
                .formatted(
                        entry.flow(),
                        what(entry),
                        who(entry.origin()),
                        why(entry.reason()),
                        slots(entry.slots()),
                        entry.error() == null ? "" : "; " + printable(entry.error()));
    }

    private static String what(ChangeEntry entry) {
        return switch (entry.outcome()) {
            case CHANGED ->
                "version %d is now %d%s"
                        .formatted(
                                entry.oldVersion(),
                                entry.version(),
                                entry.trial() == null
                                        ? ""
                                        : " on trial until " + entry.trial().until());
            case UNCHANGED -> "version %d stays as it is".formatted(entry.version());
            case CONFIRMED -> "version %d is confirmed".formatted(entry.version());
            case REFUSED -> "a change of version %d was refused".formatted(entry.version());
            case FAILED -> "a change of version %d failed".formatted(entry.version());
        };
    }

    private static String who(Origin origin) {
        String who = origin.who() == null ? "" : "by %s ".formatted(Names.printable(origin.who()));
        String preset = origin.preset() == null ? "" : " '%s'".formatted(Names.printable(origin.preset()));
        return "%sthrough %s%s".formatted(who, origin.source(), preset);
    }

    private static String slots(List<SlotChange> slots) {
        return slots.isEmpty() ? "" : slots.stream().map(ChangeLog::slot).collect(Collectors.joining(", ", ": ", ""));
    }

    private static String slot(SlotChange change) {
        return "slot '%s' from %s to %s".formatted(change.slot(), words(change.before()), words(change.after()));
    }

    private static String words(@Nullable JoinSettings join) {
        return join == null
                ? "none"
                : "%s (threads %d, capacity %d, %s%s)"
                        .formatted(join.pool(), join.threads(), join.capacity(), join.waiting(), keepAlive(join));
    }

    private static String keepAlive(JoinSettings join) {
        return join.pool() == PoolKind.CACHED ? ", keep-alive " + join.keepAlive() : "";
    }

    private static String printable(String words) {
        return words.replaceAll("\\p{C}", "?");
    }
}
