package io.concor.simulator.control;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Describes changes of slots, as the endpoints of Concor report them, in words. */
final class SlotChangeText {

    private static final double MICROS_PER_MILLI = 1000;

    private SlotChangeText() {}

    /** Describes the answer to a change, or returns nothing if it is no such answer or was cut off. */
    static Optional<String> ofAnswer(String answer) {
        try {
            JsonNode change = JsonMapper.shared().readTree(answer);
            return change.path("changed").isBoolean() && change.path("slots").isArray()
                    ? Optional.of(PrintableText.of(text(change)))
                    : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    private static String text(JsonNode change) {
        String flow = change.path("flow").asString("?");
        if (!change.path("changed").booleanValue()) {
            return "Nothing changed in flow %s.".formatted(flow);
        }
        return "Layout version %d of %s: %s. %d waiting events were handed over in %s ms."
                .formatted(
                        change.path("version").asLong(0),
                        flow,
                        slots(change.path("slots")).collect(Collectors.joining("; ")),
                        change.path("handedOver").asLong(0),
                        change.path("tookMicros").asLong(0) / MICROS_PER_MILLI);
    }

    /** Describes each changed slot. */
    static Stream<String> slots(JsonNode slots) {
        return slots.valueStream().map(SlotChangeText::slot);
    }

    private static String slot(JsonNode slot) {
        return "slot %s, %s, now %s"
                .formatted(
                        slot.path("slot").asString("?"),
                        settings(slot.path("oldSettings")),
                        settings(slot.path("newSettings")));
    }

    /** Describes settings: "empty", "fixed pool of 4 threads, capacity 1024, wait blocking". */
    private static String settings(JsonNode settings) {
        String pool = settings.path("pool").asString("?");
        return pool.equals("none")
                ? "empty"
                : Stream.concat(Stream.of(pool(pool, settings.path("threads"))), others(settings))
                        .collect(Collectors.joining(", "));
    }

    private static String pool(String pool, JsonNode threads) {
        return threads.isNumber() ? "%s pool of %d threads".formatted(pool, threads.asInt()) : pool + " pool";
    }

    private static Stream<String> others(JsonNode settings) {
        return settings.propertyStream()
                .filter(setting ->
                        !setting.getKey().equals("pool") && !setting.getKey().equals("threads"))
                .map(setting -> setting.getKey() + " " + setting.getValue().asString("?"));
    }
}
