package io.concor.experiments.durable.subject;

import java.sql.Connection;
import java.util.Map;

/** A kind of {@link Subject}. Implementations have a constructor without parameters; their names go on a command line. */
public interface SubjectProgram {

    /** Creates the tables of the queue in a database that has none. */
    void createTables(Connection connection, SubjectSettings settings) throws Exception;

    /** Starts the queue and its workers in this process. */
    Subject start(SubjectSettings settings, EffectTask task) throws Exception;

    /** Returns whether events of one key are handled in the order in which they were put. */
    default boolean keepsOrderOfKeys(Map<String, String> options) {
        return false;
    }

    /** Returns whether it puts events into a broker, whose address it is given as {@link Subject#OPTION_BROKER}. */
    default boolean needsBroker(Map<String, String> options) {
        return false;
    }

    /** Returns the settings that a reader of results must know. */
    String description(Map<String, String> options);
}
