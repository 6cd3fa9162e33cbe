package io.concor.experiments.durable.anchor;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.util.Map;

/** The event publication registry of Spring Modulith, in a Spring Boot application. Option: {@code threads}. */
public final class ModulithProgram implements SubjectProgram {

    /** The library creates its table itself. */
    @Override
    public void createTables(Connection connection, SubjectSettings settings) {}

    @Override
    public Subject start(SubjectSettings settings, EffectTask task) {
        return new ModulithSubject(settings, task, threads(settings.options()));
    }

    private static int threads(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("threads", "8"));
    }

    @Override
    public String description(Map<String, String> options) {
        return "Spring Modulith JDBC, %d threads, completion-mode delete, republish-outstanding-events-on-restart"
                .formatted(threads(options));
    }
}
