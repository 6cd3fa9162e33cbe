package io.concor.experiments.durable.anchor;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.util.Map;

/** DBOS Transact with a queue and a transactional step. PostgreSQL only. Options: {@code workers} and {@code poll-millis}. */
public final class DbosProgram implements SubjectProgram {

    /** The library creates its tables itself. */
    @Override
    public void createTables(Connection connection, SubjectSettings settings) {}

    @Override
    public Subject start(SubjectSettings settings, EffectTask task) {
        return new DbosSubject(settings, task, workers(settings.options()), pollMillis(settings.options()));
    }

    private static int workers(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("workers", "20"));
    }

    private static int pollMillis(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("poll-millis", "50"));
    }

    @Override
    public String description(Map<String, String> options) {
        return "DBOS Transact, worker concurrency %d, poll %d ms, transactional step"
                .formatted(workers(options), pollMillis(options));
    }
}
