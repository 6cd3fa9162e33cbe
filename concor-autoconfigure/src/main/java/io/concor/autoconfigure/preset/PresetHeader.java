package io.concor.autoconfigure.preset;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.preset.Preset;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The comments at the beginning of the text of a preset. They contain the time and the reason of saving, so that the
 * rest of the text is a valid configuration.
 *
 * @param savedAt when the preset was saved, or null if unknown
 * @param reason the reason, or null
 */
record PresetHeader(@Nullable Instant savedAt, @Nullable String reason) {

    private static final String SAVED_AT = "# saved-at: ";
    private static final String REASON = "# reason: ";

    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    static String write(Preset preset) {
        String head = Sentence.of("""
                # Preset '%s' of flow '%s'. Paste it into application.yml unchanged, or import it with spring.config.import.
                %s%s
                """, preset.name(), preset.flow(), SAVED_AT, preset.savedAt());
        return preset.reason() == null ? head : head + REASON + oneLine(preset.reason());
    }

    /** Quotes a text as in YAML and escapes invisible characters, so that it stays on one line. */
    private static String oneLine(String text) {
        String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
        return "\"" + UNSEEN.matcher(quoted).replaceAll(unseen -> escaped(unseen.group())) + "\"\n";
    }

    private static String escaped(String unseen) {
        return unseen.chars().mapToObj(unit -> Sentence.of("\\\\u%04x", unit)).collect(Collectors.joining());
    }

    /** Reads the header of a text. Missing values are null. */
    static PresetHeader read(String text) {
        String savedAt = value(SAVED_AT, text);
        String reason = value(REASON, text);
        return new PresetHeader(
                savedAt == null ? null : SettingFormat.instant("saved-at", savedAt),
                reason == null ? null : unquoted(reason));
    }

    private static @Nullable String value(String entry, String text) {
        return text.lines()
                .takeWhile(line -> line.startsWith("#"))
                .filter(line -> line.startsWith(entry))
                .findFirst()
                .map(line -> line.substring(entry.length()).strip())
                .orElse(null);
    }

    /** Accepts a reason that was written without quotes, and removes its invisible characters. */
    private static String unquoted(String reason) {
        if (!reason.startsWith("\"")) {
            return SafeText.words(reason);
        }
        if (StrictYaml.load(reason) instanceof String text) {
            return text;
        }
        throw new InvalidSettingException("reason", "it is not a text in quotes", "a text in quotes on one line");
    }
}
