package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Durable queues: where they are stored, and how messages are written.
 *
 * @param store Store of the events that wait in durable slots.
 * @param location File of the SQLite store.
 * @param dataSource Bean name of the data source of the JDBC store. Default: the only or the primary one.
 * @param remember How long the id of an event is known: a second event of the same id is not taken, 1s to 365d.
 * @param showMessages Whether endpoints and the console show messages.
 * @param maxMessageSize Maximum size of a message as it is stored, 1KB to 16MB. A larger one is refused when it is put.
 * @param mdc Keys of the MDC that are stored with each event and set while it is handled. Default: none.
 * @param types Classes of messages by the name under which they are stored, in addition to those that tasks declare.
 */
public record QueueSettings(
        @DefaultValue("sqlite") Store store,
        @DefaultValue("./concor-queues.db") String location,
        @Nullable String dataSource,
        @DefaultValue("24h") Duration remember,
        @DefaultValue("false") boolean showMessages,
        @DefaultValue("1MB") DataSize maxMessageSize,
        @DefaultValue List<String> mdc,
        @DefaultValue Map<String, MessageTypeSettings> types) {

    private static final Duration LONGEST = Duration.ofDays(365);
    private static final DataSize SMALLEST = DataSize.ofKilobytes(1);
    private static final DataSize LARGEST = DataSize.ofMegabytes(16);
    private static final int LONGEST_KEY = 100;

    /** Checks the bounds. */
    public QueueSettings {
        if (remember.compareTo(Duration.ofSeconds(1)) < 0 || remember.compareTo(LONGEST) > 0) {
            throw InvalidSettingException.outOfBounds("remember", remember, "1s to 365d");
        }
        if (maxMessageSize.compareTo(SMALLEST) < 0 || maxMessageSize.compareTo(LARGEST) > 0) {
            throw InvalidSettingException.outOfBounds("max-message-size", maxMessageSize, "1KB to 16MB");
        }
        requireKeys(mdc);
    }

    private static void requireKeys(List<String> keys) {
        Set<String> seen = new HashSet<>();
        for (String key : keys) {
            if (key.isBlank() || key.length() > LONGEST_KEY || !seen.add(key)) {
                throw InvalidSettingException.outOfBounds(
                        "mdc", "'" + key + "'", "distinct keys of 1 to " + LONGEST_KEY + " characters");
            }
        }
    }

    /** The store of the events that wait in durable slots. */
    public enum Store {
        /** A file on this machine. Requires org.xerial:sqlite-jdbc. */
        SQLITE,
        /** A database of the application: PostgreSQL, MariaDB or MySQL. */
        JDBC
    }
}
