package io.concor.experiments.durable.program;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the programs over a {@link WorkTable} share: options, threads and connections. */
abstract class WorkProgram implements SubjectProgram {

    private static final int BATCH = 256;
    private static final int WORKERS = 2;
    /** For the callers. */
    private static final int MORE_CONNECTIONS = 8;

    private final String primaryKey;

    /** @param primaryKey its columns */
    WorkProgram(String primaryKey) {
        this.primaryKey = primaryKey;
    }

    @Override
    public void createTables(Connection connection, SubjectSettings settings) throws SQLException {
        new WorkTable(settings).create(connection, primaryKey);
    }

    @Override
    public final Subject start(SubjectSettings settings, EffectTask task) {
        WorkTable table = new WorkTable(settings);
        HikariDataSource pool = settings.pool(workers(settings.options()) + MORE_CONNECTIONS);
        List<Worker> workers = Stream.generate(
                        () -> new Worker(pool, consumption(table, task, settings, batch(settings.options()))))
                .limit(workers(settings.options()))
                .toList();
        return new WorkSubject(table, pool, insertion(table, pool, settings), workers);
    }

    abstract Consumption consumption(WorkTable table, EffectTask task, SubjectSettings settings, int batch);

    Insertion insertion(WorkTable table, HikariDataSource pool, SubjectSettings settings) {
        return Insertion.committed(table, pool);
    }

    int workers(Map<String, String> options) {
        if (Boolean.parseBoolean(options.get(Subject.OPTION_ONLY_PUTS))) {
            return 0;
        }
        return Integer.parseInt(options.getOrDefault("workers", Integer.toString(WORKERS)));
    }

    private static int batch(Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("batch", Integer.toString(BATCH)));
    }

    @Override
    public String description(Map<String, String> options) {
        return "batches of %d, %d workers".formatted(batch(options), workers(options));
    }
}
