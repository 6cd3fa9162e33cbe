package io.concor.autoconfigure.preset;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.SlotSetting;
import io.concor.autoconfigure.properties.FlatSettings;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.preset.Preset;
import io.concor.preset.PresetStoreException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The text of a preset: a header of comments, and the slots in the form of a configuration. Also reads a complete
 * configuration below {@code concor}, and the keys of the flow alone.
 */
public final class PresetYaml {

    private static final Pattern PLAIN_KEY = Pattern.compile("[a-z][a-z0-9-]*");
    /** Words that some YAML parsers do not read as text. */
    private static final Set<String> YAML_WORDS = Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

    private static final String CONCOR = "concor";

    private PresetYaml() {}

    /** Writes a preset, without the slots that have their joins by kind. */
    public static String write(Preset preset) {
        Map<String, Object> slots = new LinkedHashMap<>();
        preset.mentioned().stream()
                .filter(slot -> !preset.byKind().contains(slot))
                .forEach(slot -> slots.put(
                        key(slot), FlatSettings.of(preset.slots().get(slot)).byName(SlotSetting::toString)));
        Map<String, Object> flow = Map.of(key(preset.flow()), Map.of("slots", slots));
        return PresetHeader.write(preset) + StrictYaml.dump(Map.of(CONCOR, Map.of("flows", flow)));
    }

    /** Returns a name as the key of a map in a configuration. */
    private static String key(String name) {
        return PLAIN_KEY.matcher(name).matches() && !YAML_WORDS.contains(name) ? name : "[" + name + "]";
    }

    /**
     * Reads a preset.
     *
     * @param modified when the text was written, if the text itself does not say so
     * @throws PresetStoreException if the text is invalid
     */
    public static Preset read(String flow, String name, String text, Instant modified) {
        try {
            YamlSection content = YamlSection.whole(StrictYaml.load(text));
            PresetHeader header = PresetHeader.read(text);
            return content.has(CONCOR)
                    ? preset(flow, name, configured(content, flow), header, modified)
                    : preset(flow, name, plain(content), header(content, header), modified);
        } catch (InvalidSettingException wrong) {
            String reason = Sentence.of("%s: %s; allowed: %s", wrong.field(), wrong.reason(), wrong.allowed());
            throw invalid(flow, name, reason, wrong);
        } catch (MarkedYAMLException wrong) {
            throw invalid(flow, name, Sentence.of("line %d: %s", line(wrong), SafeText.shown(problem(wrong))), wrong);
        } catch (YAMLException wrong) {
            throw invalid(flow, name, SafeText.shown(problem(wrong)), wrong);
        }
    }

    private static PresetSlots configured(YamlSection content, String flow) {
        content.allow(CONCOR);
        YamlSection settings = content.section(CONCOR).section("flows").section(flow);
        settings.allow(PresetSlots.KEYS);
        return new PresetSlots(settings);
    }

    private static PresetSlots plain(YamlSection content) {
        content.allow(PresetSlots.and("saved-at", "reason"));
        return new PresetSlots(content);
    }

    private static PresetHeader header(YamlSection content, PresetHeader comments) {
        String savedAt = content.text("saved-at");
        String reason = content.text("reason");
        return new PresetHeader(
                savedAt == null ? comments.savedAt() : SettingFormat.instant("saved-at", savedAt),
                reason == null ? comments.reason() : reason);
    }

    private static Preset preset(
            String flow, String name, PresetSlots settings, PresetHeader header, Instant modified) {
        Map<String, JoinSettings> filled = settings.filled();
        Instant savedAt = header.savedAt() == null ? modified : header.savedAt();
        return new Preset(flow, name, filled, settings.mentioned(), settings.byKind(), savedAt, header.reason());
    }

    private static int line(MarkedYAMLException wrong) {
        return wrong.getProblemMark() == null ? 1 : wrong.getProblemMark().getLine() + 1;
    }

    private static String problem(YAMLException wrong) {
        String problem = wrong instanceof MarkedYAMLException marked ? marked.getProblem() : wrong.getMessage();
        return problem == null ? "it is not YAML" : problem;
    }

    private static PresetStoreException invalid(String flow, String name, String reason, Exception cause) {
        return new PresetStoreException(flow, name, "it is invalid: " + reason, cause);
    }
}
