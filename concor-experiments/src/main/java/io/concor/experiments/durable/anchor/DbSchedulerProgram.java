package io.concor.experiments.durable.anchor;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** db-scheduler with one-time tasks. Options: {@code threads}, {@code poll-millis} and {@code heartbeat-millis}. */
public final class DbSchedulerProgram implements SubjectProgram {

    private static final String COLUMNS = """
            create table scheduled_tasks (
                task_name varchar(100) not null,
                task_instance varchar(100) not null,
                task_data %1$s,
                execution_time %2$s,
                picked boolean not null,
                picked_by varchar(100),
                last_success %2$s,
                last_failure %2$s,
                consecutive_failures int,
                last_heartbeat %2$s,
                version bigint not null,
                priority smallint,
                state varchar(100),
                primary key (task_name, task_instance))""";
    private static final List<String> INDEXES = List.of(
            "create index execution_time_idx on scheduled_tasks (execution_time)",
            "create index last_heartbeat_idx on scheduled_tasks (last_heartbeat)",
            "create index priority_execution_time_idx on scheduled_tasks (priority desc, execution_time asc)");

    @Override
    public void createTables(Connection connection, SubjectSettings settings) throws SQLException {
        String table = settings.mariadb()
                ? COLUMNS.formatted("blob", "timestamp(6) null")
                : COLUMNS.formatted("bytea", "timestamp with time zone");
        AnchorDatabase.execute(connection, List.of(table));
        AnchorDatabase.execute(connection, INDEXES);
    }

    @Override
    public Subject start(SubjectSettings settings, EffectTask task) {
        return new DbSchedulerSubject(settings, task);
    }

    @Override
    public String description(Map<String, String> options) {
        return "db-scheduler, lock-and-fetch 1.0 and 4.0, " + DbSchedulerSettings.of(options);
    }
}
