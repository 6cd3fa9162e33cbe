package io.concor.experiments.durable.fault;

import io.concor.experiments.durable.server.DatabaseKind;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What happens to a process of the subject, to the database, or between them. */
public enum Fault {
    /** {@code kill -9} of a process; it is started again. */
    KILL_JVM,
    /** A process stops in order; it is started again. */
    LEAVE,
    /** {@code SIGSTOP} of a process for longer than a lease, then {@code SIGCONT}. */
    PAUSE_JVM,
    /** The database ends a connection. */
    TERMINATE_CONNECTION,
    /** {@code kill -9} of the process of a connection: PostgreSQL then ends all of them and recovers. */
    KILL_BACKEND,
    /** {@code kill -9} of the whole server; it is started again at once. */
    KILL_SERVER,
    /** A connection is cut while a commit is on its way to the server, which never learns of it. */
    CUT_BEFORE_COMMIT,
    /** A connection is cut when the server has committed, before the client learns of it. */
    CUT_AFTER_COMMIT,
    /** A connection is cut after some more bytes, in the middle of a message. */
    CUT_ANYWHERE,
    /** Connections of a process carry nothing for a while, and are cut then. */
    SILENCE,
    /** The disk of the database is full for a while. */
    DISK_FULL,
    /** {@code kill -9} of the broker; it is started again at once. */
    KILL_BROKER,
    /** {@code SIGSTOP} of the broker for a while, then {@code SIGCONT}. */
    PAUSE_BROKER,
    /** A process gets another layout: other threads, or a queue of another kind. */
    CHANGE_LAYOUT;

    /** What concerns the processes under test alone, and the disk. */
    private static final Set<Fault> WITHOUT_SERVER =
            EnumSet.of(KILL_JVM, LEAVE, PAUSE_JVM, DISK_FULL, KILL_BROKER, PAUSE_BROKER, CHANGE_LAYOUT);

    /** Returns whether it can happen: a connection of MariaDB has no process, and SQLite has neither server nor connections. */
    public boolean possible(DatabaseKind database) {
        return switch (database) {
            case postgres -> true;
            case mariadb -> this != KILL_BACKEND;
            case sqlite -> WITHOUT_SERVER.contains(this);
        };
    }

    /** Returns whether it happens to a broker. */
    public boolean isOfBroker() {
        return this == KILL_BROKER || this == PAUSE_BROKER;
    }

    /** Returns the names of all that can happen. */
    public static String words(DatabaseKind database) {
        return Stream.of(values())
                .filter(fault -> fault.possible(database))
                .map(Fault::word)
                .collect(Collectors.joining(", "));
    }

    /** Returns the name on command lines and in results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the fault of a {@link #word()}. */
    public static Fault parse(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
