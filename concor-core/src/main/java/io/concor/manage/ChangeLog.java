package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.manage.ChangeListener.PresetChange;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.PresetStoreException;
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
 * Writes a line for each change of a layout or a preset: a sentence, and the facts as keys and values for structured
 * logs. Text from outside is made {@linkplain SafeText safe}.
 */
final class ChangeLog {

    private static final Logger logger = LoggerFactory.getLogger(Manager.class);

    private ChangeLog() {}

    static void write(ChangeEntry entry, List<String> warnings) {
        boolean notReverted = entry.origin().source().equals(ChangeOrigin.Source.REVERT) && entry.error() != null;
        write(notReverted ? logger.atWarn() : logger.atInfo(), facts(entry), sentence(entry));
        warnings.forEach(warning -> logger.warn("Flow '{}': {}", entry.flow(), warning));
    }

    /** @param failure what kept the store from making the change, or null; only the log has its causes */
    static void write(PresetChange change, @Nullable PresetStoreException failure) {
        String causes = failure == null ? "" : SafeText.causes(failure);
        write(logger.atInfo(), facts(change), sentence(change) + causes);
    }

    private static void write(LoggingEventBuilder event, Map<String, Object> facts, String sentence) {
        LoggingEventBuilder line = event;
        for (Map.Entry<String, Object> fact : facts.entrySet()) {
            line = line.addKeyValue(fact.getKey(), fact.getValue());
        }
        line.log(sentence);
    }

    static Map<String, Object> facts(ChangeEntry entry) {
        Map<String, Object> facts = facts(entry.flow(), entry.outcome(), entry.origin(), entry.reason(), entry.error());
        facts.put("action", entry.action());
        facts.put("oldVersion", entry.oldVersion());
        facts.put("version", entry.version());
        putText(facts, "preset", entry.origin().preset());
        if (entry.trial() != null) {
            facts.put("revertsAt", entry.trial().until());
        }
        if (!entry.slots().isEmpty()) {
            facts.put("slots", entry.slots().stream().map(SlotChange::slot).toList());
            facts.put("oldSettings", settings(entry.slots(), SlotChange::before));
            facts.put("newSettings", settings(entry.slots(), SlotChange::after));
        }
        facts.put("handedOver", entry.handedOver());
        facts.put("tookMicros", entry.took().toNanos() / 1_000);
        return facts;
    }

    private static Map<String, Object> facts(PresetChange change) {
        Map<String, Object> facts =
                facts(change.flow(), change.outcome(), change.origin(), change.reason(), change.error());
        facts.put("preset", change.preset());
        return facts;
    }

    private static Map<String, Object> facts(
            String flow, Object outcome, ChangeOrigin origin, @Nullable String reason, @Nullable String error) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("flow", flow);
        facts.put("outcome", outcome);
        facts.put("source", origin.source().name());
        putText(facts, "who", origin.who());
        putText(facts, "reason", reason);
        putText(facts, "error", error);
        return facts;
    }

    private static void putText(Map<String, Object> facts, String key, @Nullable String text) {
        if (text != null) {
            facts.put(key, SafeText.words(text));
        }
    }

    private static Map<String, String> settings(
            List<SlotChange> slots, Function<SlotChange, @Nullable JoinSettings> side) {
        Map<String, String> settings = new LinkedHashMap<>();
        slots.forEach(change -> settings.put(change.slot(), SlotChange.text(side.apply(change))));
        return settings;
    }

    static String sentence(ChangeEntry entry) {
        String slots = entry.slots().stream().map(SlotChange::toString).collect(Collectors.joining(", "));
        String details = slots.isEmpty() ? "" : ": " + slots;
        return sentence(entry.flow(), what(entry), entry.origin(), entry.reason(), details, entry.error());
    }

    static String sentence(PresetChange change) {
        String what = "preset '" + change.preset() + "' is " + change.outcome();
        return sentence(change.flow(), what, change.origin(), change.reason(), "", change.error());
    }

    private static String sentence(
            String flow,
            String what,
            ChangeOrigin origin,
            @Nullable String reason,
            String details,
            @Nullable String error) {
        boolean named = origin.source().name().equals(origin.who());
        String who = named || origin.who() == null ? "" : "by " + SafeText.shown(origin.who()) + " ";
        String preset = origin.preset() == null ? "" : " '" + SafeText.shown(origin.preset()) + "'";
        String why = reason == null ? "" : " (" + SafeText.words(reason) + ")";
        String problem = error == null ? "" : "; " + SafeText.words(error);
        return "Flow '" + flow + "': " + what + ", " + who + "through " + origin.source() + preset + why + details
                + problem;
    }

    private static String what(ChangeEntry entry) {
        String version = "version " + entry.version();
        String trial =
                entry.trial() == null ? "" : " on trial until " + entry.trial().until();
        return switch (entry.outcome()) {
            case CHANGED -> "version " + entry.oldVersion() + " is now " + entry.version() + trial;
            case UNCHANGED -> version + " stays as it is";
            case CONFIRMED -> version + " is confirmed";
            case REFUSED -> request(entry) + " of " + version + " was refused";
            case FAILED -> request(entry) + " of " + version + " failed";
        };
    }

    private static String request(ChangeEntry entry) {
        return switch (entry.action()) {
            case CHANGE -> "a change";
            case CONFIRM -> "the confirmation";
            case UNDO -> "an undo";
            case REVERT -> "the revert";
        };
    }
}
