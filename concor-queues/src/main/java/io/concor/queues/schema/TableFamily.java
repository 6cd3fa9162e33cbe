package io.concor.queues.schema;

/** Tables that are created and versioned together: an application that needs one family is not asked for the other. */
public enum TableFamily {
    /** Those of durable queues and of the processes that share them. */
    SLOTS("schema", "concor_schema", 2),
    /** Those of the message queues for clients. */
    CLIENTS("clients", "concor_client_schema", 1);

    private final String prefix;
    private final String versions;
    private final int version;

    TableFamily(String prefix, String versions, int version) {
        this.prefix = prefix;
        this.versions = versions;
        this.version = version;
    }

    /** Returns what the names of the scripts begin with. */
    String prefix() {
        return prefix;
    }

    /** Returns the table that tells which version the tables have. */
    String versions() {
        return versions;
    }

    /** Returns the version of the tables that this version of Concor needs. */
    int version() {
        return version;
    }
}
