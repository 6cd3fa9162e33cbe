package io.concor.autoconfigure.queue;

import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.text.Sentence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown if the store of durable queues cannot be used as it is configured. */
final class QueueStoreSetupException extends ConfigurationException {

    private static final long serialVersionUID = 1L;
    private static final String STORE = "queues.store";

    private final @Nullable String property;

    private QueueStoreSetupException(
            String problem, String remedy, @Nullable String property, @Nullable Throwable cause) {
        super("Events of durable slots and dead letters cannot be stored: " + problem, remedy, cause);
        this.property = property == null ? null : PropertyPath.of(property).property();
    }

    static QueueStoreSetupException noFormat() {
        return new QueueStoreSetupException(
                "nothing writes their messages, because Jackson 3 is not on the class path",
                "Add spring-boot-starter-jackson, or define a MessageCodec bean.",
                null,
                null);
    }

    static QueueStoreSetupException noSqlite() {
        return new QueueStoreSetupException(
                "the driver of SQLite is not on the class path",
                "Add org.xerial:sqlite-jdbc, or set concor.queues.store to jdbc, for a database of the application.",
                null, // the default, which has no origin
                null);
    }

    static QueueStoreSetupException location(String location, Throwable cause) {
        return new QueueStoreSetupException(
                Sentence.of("the file '%s' cannot be used: %s", location, cause.getMessage()),
                "Set concor.queues.location to a file on a local disk, in a folder in which the application may write.",
                "queues.location",
                cause);
    }

    static QueueStoreSetupException noJdbc() {
        return new QueueStoreSetupException(
                "concor.queues.store is jdbc, and the JDBC support of Spring is not on the class path",
                "Add spring-boot-starter-jdbc and the driver of the database, or set concor.queues.store to sqlite.",
                STORE,
                null);
    }

    static QueueStoreSetupException noDataSource() {
        return new QueueStoreSetupException(
                "concor.queues.store is jdbc, and the application has no data source",
                "Configure one, for example with spring.datasource.url, or set concor.queues.store to sqlite.",
                STORE,
                null);
    }

    static QueueStoreSetupException severalDataSources(List<String> names) {
        return new QueueStoreSetupException(
                Sentence.of("there are several data sources: '%s'", String.join("', '", names)),
                "Set concor.queues.data-source to one of them, or make one primary.",
                STORE,
                null);
    }

    static QueueStoreSetupException unknownDataSource(String name, List<String> names) {
        return new QueueStoreSetupException(
                Sentence.of("there is no data source '%s'", name),
                names.isEmpty()
                        ? "Configure a data source, for example with spring.datasource.url."
                        : Sentence.of("Set concor.queues.data-source to one of: %s.", String.join(", ", names)),
                "queues.data-source",
                null);
    }

    static QueueStoreSetupException tooFewConnections(String dataSource, int present, int needed) {
        return new QueueStoreSetupException(
                Sentence.of(
                        "data source '%s' has %d connections at most, of which the store of durable queues keeps up to 4",
                        dataSource, present),
                Sentence.of(
                        "Let it have at least %d, for example with spring.datasource.hikari.maximum-pool-size.",
                        needed),
                null,
                null);
    }
}
