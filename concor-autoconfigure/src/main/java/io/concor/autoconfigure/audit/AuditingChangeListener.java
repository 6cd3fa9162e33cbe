package io.concor.autoconfigure.audit;

import io.concor.JoinSettings;
import io.concor.autoconfigure.properties.FlatSettings;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeListener;
import io.concor.manage.ChangeListener.PresetChange;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeResult.SlotChange;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes an audit event for each entry in the change history of a flow, and for each change of a preset.
 * Thread-safe.
 */
final class AuditingChangeListener implements ChangeListener {

    private static final String TYPE = "CONCOR_LAYOUT_";
    private static final String PRESET_TYPE = "CONCOR_PRESET_";

    private final ApplicationEventPublisher publisher;

    AuditingChangeListener(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public void onRecorded(ChangeEntry entry) {
        publish(entry.at(), entry.origin(), TYPE + entry.outcome().name(), data(entry));
    }

    @Override
    public void onPreset(PresetChange change) {
        publish(change.at(), change.origin(), PRESET_TYPE + change.outcome().name(), data(change));
    }

    private void publish(Instant at, ChangeOrigin origin, String type, Map<String, @Nullable Object> data) {
        data.values().removeIf(Objects::isNull);
        publisher.publishEvent(new AuditApplicationEvent(new AuditEvent(at, origin.who(), type, data)));
    }

    private static Map<String, @Nullable Object> data(PresetChange change) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("flow", change.flow());
        data.put("preset", change.preset());
        data.put("source", change.origin().source().toString());
        data.put("reason", change.reason());
        data.put("error", change.error());
        return data;
    }

    private static Map<String, @Nullable Object> data(ChangeEntry entry) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("flow", entry.flow());
        data.put("number", entry.number());
        data.put("action", entry.action().toString());
        data.put("oldVersion", entry.oldVersion());
        data.put("version", entry.version());
        data.put("source", entry.origin().source().toString());
        data.put("preset", entry.origin().preset());
        data.put("reason", entry.reason());
        data.put("error", entry.error());
        data.put(
                "revertsAt",
                entry.trial() == null ? null : entry.trial().until().toString());
        data.put("slots", slots(entry.slots()));
        data.put("handedOver", entry.handedOver());
        data.put("tookMicros", entry.took().toNanos() / 1_000);
        return data;
    }

    /** Uses plain maps, which any audit repository can store. */
    private static List<Map<String, Object>> slots(List<SlotChange> slots) {
        return slots.stream().map(AuditingChangeListener::slot).toList();
    }

    private static Map<String, Object> slot(SlotChange change) {
        Map<String, Object> slot = new LinkedHashMap<>();
        slot.put("slot", change.slot());
        slot.put("oldSettings", settings(change.before()));
        slot.put("newSettings", settings(change.after()));
        return slot;
    }

    private static Map<String, Object> settings(@Nullable JoinSettings join) {
        return FlatSettings.of(join).byName(setting -> SettingFormat.camelCase(setting.toString()));
    }
}
