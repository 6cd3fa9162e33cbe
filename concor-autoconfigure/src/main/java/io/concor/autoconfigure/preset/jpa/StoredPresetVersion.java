package io.concor.autoconfigure.preset.jpa;

import io.concor.autoconfigure.preset.PresetYaml;
import io.concor.preset.Preset;
import io.concor.text.SafeText;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A saved version of a preset. Immutable. */
@Entity
@Table(name = "concor_preset_version")
class StoredPresetVersion {

    @Id
    @Column(name = "id")
    private String id;

    @Column(name = "preset_id")
    private String presetId;

    @Column(name = "version_number")
    private long number;

    @Column(name = "saved_at")
    private String savedAt;

    @Column(name = "reason")
    private @Nullable String reason;

    @Column(name = "content")
    private String content;

    /** For Hibernate. */
    protected StoredPresetVersion() {}

    StoredPresetVersion(StoredPreset of, Preset saved) {
        this.id = UUID.randomUUID().toString();
        this.presetId = of.id();
        this.number = of.latest();
        this.savedAt = saved.savedAt().toString();
        this.reason = saved.reason() == null ? null : SafeText.shown(saved.reason());
        this.content = PresetYaml.write(saved);
    }

    String content() {
        return content;
    }
}
