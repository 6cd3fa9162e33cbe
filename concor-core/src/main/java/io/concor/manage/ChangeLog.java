package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.manage.ChangeListener.PresetChange;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.text.SafeText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes a line for each entry in the history, and for what became of each preset: a sentence, with the facts as keys
 * and values beside it for logs that programs read. What comes from outside stands on {@linkplain SafeText one line}.
 */
final class ChangeLog {

    private static final Logger logger = LoggerFactory.getLogger(Manager.class);

    private ChangeLog() {}

    static void write(ChangeEntry entry, List<String> warnings) {
        boolean notReverted = entry.origin().source() == ChangeOrigin.Source.REVERT && entry.error() != null;
        write(notReverted ? logger.atWarn() : logger.atInfo(), facts(entry), sentence(entry));
        warnings.forEach(warning -> logger.warn("Flow '{}': {}", entry.flow(), warning));
    }

    static void write(PresetChange change) {
        write(logger.atInfo(), facts(change), sentence(change));
    }

    private static void write(LoggingEventBuilder event, Map<String, Object> facts, String sentence) {
        LoggingEventBuilder line = event;
        for (Map.Entry<String, Object> fact : facts.entrySet()) {
            line = line.addKeyValue(fact.getKey(), fact.getValue());
        }
        line.log(sentence);
    }

    private static Map<String, Object> facts(PresetChange change) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("flow", change.flow());
        facts.put("preset", change.preset());
        facts.put("outcome", change.outcome());
        facts.put("source", change.origin().source());
        putText(facts, "who", change.origin().who());
        putText(facts, "reason", change.reason());
        putText(facts, "error", change.error());
        return facts;
    }

    static String sentence(PresetChange change) {
        return "Flow '%s': preset '%s' is %s, %s%s%s"
                .formatted(
                        change.flow(),
                        change.preset(),
                        change.outcome(),
                        who(change.origin()),
                        why(change.reason()),
                        error(change.error()));
    }

    private static String why(@Nullable String reason) {
        return reason == null ? "" : " (" + SafeText.words(reason) + ")";
    }

    static Map<String, Object> facts(ChangeEntry entry) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("flow", entry.flow());
        facts.put("action", entry.action());
        facts.put("outcome", entry.outcome());
        facts.put("oldVersion", entry.oldVersion());
        facts.put("version", entry.version());
        facts.put("source", entry.origin().source());
        putText(facts, "who", entry.origin().who());
        putText(facts, "preset", entry.origin().preset());
        putText(facts, "reason", entry.reason());
        putText(facts, "error", entry.error());
        if (entry.trial() != null) {
            facts.put("revertsAt", entry.trial().until());
        }
        putSlots(facts, entry.slots());
        facts.put("handedOver", entry.handedOver());
        facts.put("tookMicros", entry.took().toNanos() / 1_000);
        return facts;
    }

    /** The slots by name, and their settings by slot, in words. */
    private static void putSlots(Map<String, Object> facts, List<SlotChange> slots) {
        if (!slots.isEmpty()) {
            facts.put("slots", slots.stream().map(SlotChange::slot).toList());
            facts.put("oldSettings", settings(slots, SlotChange::before));
            facts.put("newSettings", settings(slots, SlotChange::after));
        }
    }

    private static Map<String, String> settings(
            List<SlotChange> slots, Function<SlotChange, @Nullable JoinSettings> side) {
        Map<String, String> settings = new LinkedHashMap<>();
        slots.forEach(change -> settings.put(change.slot(), SlotChange.words(side.apply(change))));
        return settings;
    }

    private static void putText(Map<String, Object> facts, String key, @Nullable String text) {
        if (text != null) {
            facts.put(key, SafeText.words(text));
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
                        error(entry.error()));
    }

    private static String error(@Nullable String error) {
        return error == null ? "" : "; " + SafeText.words(error);
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
            case REFUSED -> "%s of version %d was refused".formatted(asked(entry), entry.version());
            case FAILED -> "%s of version %d failed".formatted(asked(entry), entry.version());
        };
    }

    private static String asked(ChangeEntry entry) {
        return switch (entry.action()) {
            case CHANGE -> "a change";
            case CONFIRM -> "the confirmation";
            case UNDO -> "an undo";
            case REVERT -> "the return";
        };
    }

    private static String who(ChangeOrigin origin) {
        String who = origin.who() == null ? "" : "by %s ".formatted(SafeText.shown(origin.who()));
        String preset = origin.preset() == null ? "" : " '%s'".formatted(SafeText.shown(origin.preset()));
        return "%sthrough %s%s".formatted(who, origin.source(), preset);
    }

    private static String slots(List<SlotChange> slots) {
        return slots.isEmpty()
                ? ""
                : slots.stream().map(SlotChange::toString).collect(Collectors.joining(", ", ": ", ""));
    }
}
