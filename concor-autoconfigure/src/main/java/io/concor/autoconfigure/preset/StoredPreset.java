package io.concor.autoconfigure.preset;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A preset in the database, and the number of its latest version. */
@Entity
@Table(name = "concor_preset")
class StoredPreset {

    @Id
    @Column(name = "id")
    private String id;

    /** Null until it is saved. Lets one of two concurrent changes fail. */
    @Version
    @Column(name = "revision")
    private @Nullable Long revision;

    @Column(name = "flow_name")
    private String flow;

    @Column(name = "preset_name")
    private String name;

    @Column(name = "latest")
    private long latest;

    @Column(name = "deleted")
    private boolean deleted;

    /** For Hibernate. */
    protected StoredPreset() {}

    StoredPreset(String flow, String name) {
        this.id = UUID.randomUUID().toString();
        this.flow = flow;
        this.name = name;
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    long latest() {
        return latest;
    }

    /** Sets the latest version. */
    void latest(long number) {
        latest = number;
        deleted = false;
    }

    void delete() {
        deleted = true;
    }
}
