package io.concor.experiments.durable.anchor;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** The message store for channels of Spring Integration. Options: {@code workers} and {@code poll-millis}. */
public final class IntegrationProgram implements SubjectProgram {

    @Override
    public void createTables(Connection connection, SubjectSettings settings) {
        ScriptUtils.executeSqlScript(
                connection,
                new ClassPathResource("org/springframework/integration/jdbc/schema-%s.sql"
                        .formatted(settings.mariadb() ? "mysql" : "postgresql")));
    }

    @Override
    public Subject start(SubjectSettings settings, EffectTask task) {
        return new IntegrationSubject(settings, task, workers(settings.options()), pollMillis(settings.options()));
    }

    private static int workers(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("workers", "4"));
    }

    private static int pollMillis(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("poll-millis", "10"));
    }

    @Override
    public String description(Map<String, String> options) {
        return "Spring Integration JdbcChannelMessageStore, %d transactional pollers, poll %d ms"
                .formatted(workers(options), pollMillis(options));
    }
}
