package io.concor.autoconfigure.audit;

import io.concor.ChangeEntry;
import io.concor.ChangeListener;
import io.concor.ChangeRequest;
import io.concor.ChangeResult;
import io.concor.ConcorException;
import io.concor.JoinSettings;
import io.concor.SlotChange;
import io.concor.autoconfigure.SlotSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

/** Publishes an audit event for each entry in the history of a flow's changes. Thread-safe. */
final class AuditedChanges implements ChangeListener {

    private static final String TYPE = "CONCOR_LAYOUT_";

    private final ApplicationEventPublisher publisher;

    AuditedChanges(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public void onChanged(ChangeRequest request, ChangeResult result) {
        // The entry tells it.
    }

    @Override
    public void onRefused(ChangeRequest request, ConcorException reason) {
        // The entry tells it.
    }

    @Override
    public void onRecorded(ChangeEntry entry) {
        publisher.publishEvent(new AuditApplicationEvent(new AuditEvent(
                entry.at(), entry.origin().who(), TYPE + entry.outcome().name(), data(entry))));
    }

    private static Map<String, @Nullable Object> data(ChangeEntry entry) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("flow", entry.flow());
        data.put("number", entry.number());
        data.put("oldVersion", entry.oldVersion());
        data.put("version", entry.version());
        data.put("source", entry.origin().source().toString());
        put(data, "preset", entry.origin().preset());
        put(data, "reason", entry.reason());
        put(data, "error", entry.error());
        put(
                data,
                "revertsAt",
                entry.trial() == null ? null : entry.trial().until().toString());
        data.put("slots", slots(entry.slots()));
        return data;
    }

    private static void put(Map<String, @Nullable Object> data, String key, @Nullable String value) {
        if (value != null) {
            data.put(key, value);
        }
    }

    /** Plain maps: an audit log may be kept anywhere. */
    private static List<Map<String, Object>> slots(List<SlotChange> slots) {
        return slots.stream()
                .map(slot -> Map.<String, Object>of(
                        "slot", slot.slot(),
                        "oldSettings", settings(slot.before()),
                        "newSettings", settings(slot.after())))
                .toList();
    }

    private static Map<String, Object> settings(@Nullable JoinSettings join) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("pool", join == null ? SlotSettings.NONE : join.pool().toString());
        if (join != null) {
            settings.put("threads", join.threads());
            settings.put("capacity", join.capacity());
            settings.put("wait", join.waiting().toString());
        }
        return settings;
    }
}
