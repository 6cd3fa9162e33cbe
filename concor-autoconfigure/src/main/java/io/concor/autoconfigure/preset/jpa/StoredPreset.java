package io.concor.autoconfigure.preset.jpa;

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

    /** Unique in the flow, so that of two processes that save new names that differ only in case, one fails. */
    @Column(name = "folded_name")
    private String foldedName;

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
        this.foldedName = folded(name);
    }

    /** Returns a text that is equal for names that are equal {@linkplain String#equalsIgnoreCase ignoring case}. */
    static String folded(String name) {
        return name.codePoints()
                .map(Character::toUpperCase)
                .map(Character::toLowerCase)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
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

    boolean deleted() {
        return deleted;
    }

    /** Sets the latest version. A deleted preset takes the case of the name under which it is saved again. */
    void latest(String name, long number) {
        this.name = name;
        latest = number;
        deleted = false;
    }

    void delete() {
        deleted = true;
    }
}
