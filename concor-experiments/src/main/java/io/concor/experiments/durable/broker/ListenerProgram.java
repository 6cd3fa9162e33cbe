package io.concor.experiments.durable.broker;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.util.Map;

/**
 * A listener of Spring Kafka, as one writes it by hand: it handles what a poll returns, in one transaction if there is a database,
 * and commits the offsets then. At least once. Options: {@code threads}, {@code partitions}, {@code listen}: {@code polls}, or
 * {@code records}, which handles each record alone, and {@code session-millis}: after what time without a heartbeat others get its
 * partitions, as Kafka has it if it is not set.
 */
public final class ListenerProgram implements SubjectProgram {

    private static final int THREADS = 2;
    private static final int PARTITIONS = 12;

    @Override
    public void createTables(Connection connection, SubjectSettings settings) {
        // it has none
    }

    @Override
    public Subject start(SubjectSettings settings, EffectTask task) throws Exception {
        return new ListenerSubject(
                settings, task, settings.number("threads", THREADS), settings.number("partitions", PARTITIONS));
    }

    @Override
    public boolean keepsOrderOfKeys(Map<String, String> options) {
        return true;
    }

    @Override
    public boolean needsBroker(Map<String, String> options) {
        return true;
    }

    @Override
    public String description(Map<String, String> options) {
        return "a listener of Spring Kafka, " + (listensToRecords(options) ? "records" : "polls");
    }

    /** Here, since the command that describes the program does not have the classes of the library. */
    static boolean listensToRecords(Map<String, String> options) {
        return options.getOrDefault("listen", "polls").equals("records");
    }
}
