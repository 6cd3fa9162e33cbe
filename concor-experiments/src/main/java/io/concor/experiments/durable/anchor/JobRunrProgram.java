package io.concor.experiments.durable.anchor;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.util.Map;

/** JobRunr with job requests. Options: {@code workers} and {@code poll-seconds}. */
public final class JobRunrProgram implements SubjectProgram {

    /** The library creates its tables itself. */
    @Override
    public void createTables(Connection connection, SubjectSettings settings) {}

    @Override
    public Subject start(SubjectSettings settings, EffectTask task) {
        return new JobRunrSubject(settings, task, workers(settings.options()), pollSeconds(settings.options()));
    }

    private static int workers(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("workers", "16"));
    }

    private static int pollSeconds(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("poll-seconds", "5"));
    }

    @Override
    public String description(Map<String, String> options) {
        return "JobRunr, %d workers, poll %d s".formatted(workers(options), pollSeconds(options));
    }
}
