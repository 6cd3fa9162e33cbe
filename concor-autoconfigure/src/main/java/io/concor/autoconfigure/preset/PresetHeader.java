package io.concor.autoconfigure.preset;

import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.preset.Preset;
import io.concor.text.SafeText;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The comments at the head of a preset's text. When and why it was saved stands here, and not among the settings, so
 * that the text is a configuration as well.
 *
 * @param savedAt when it was saved, or null where it does not say
 * @param reason why, or null
 */
record PresetHeader(@Nullable Instant savedAt, @Nullable String reason) {

    private static final String SAVED_AT = "# saved-at: ";
    private static final String REASON = "# reason: ";

    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    static String write(Preset preset) {
        String head = """
                # Preset '%s' of flow '%s'. It can be pasted into application.yml as it is, or be named there at spring.config.import.
                %s%s
                """.formatted(preset.name(), preset.flow(), SAVED_AT, preset.savedAt());
        return preset.reason() == null ? head : head + REASON + oneLine(preset.reason());
    }

    /** In double quotes as YAML has them, with all that cannot be seen escaped: nothing ends the line. */
    private static String oneLine(String text) {
        String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
        return "\"" + UNSEEN.matcher(quoted).replaceAll(unseen -> escaped(unseen.group())) + "\"\n";
    }

    private static String escaped(String unseen) {
        return unseen.chars().mapToObj("\\\\u%04x"::formatted).collect(Collectors.joining());
    }

    /** Reads the first comments of a text; what is not there is null. */
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

    /** What people wrote without quotes is taken as it stands, as far as it can be seen. */
    private static String unquoted(String reason) {
        if (!reason.startsWith("\"")) {
            return SafeText.words(reason);
        }
        return String.valueOf(StrictYaml.load(reason));
    }
}
