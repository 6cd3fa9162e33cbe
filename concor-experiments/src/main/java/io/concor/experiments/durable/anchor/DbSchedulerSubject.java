package io.concor.experiments.durable.anchor;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A scheduler of db-scheduler. The task commits before the library marks it as done. */
final class DbSchedulerSubject implements Subject {

    private static final int MORE_CONNECTIONS = 10;
    private static final int MISSED_HEARTBEATS = 4;

    private final AnchorDatabase database;
    private final OneTimeTask<String> handle;
    private final Scheduler scheduler;
    private final CallersConnection callers;
    private final SchedulerClient inTransactions;

    DbSchedulerSubject(SubjectSettings subject, EffectTask task) {
        DbSchedulerSettings settings = DbSchedulerSettings.of(subject.options());
        database = new AnchorDatabase(subject.autoCommitPool(settings.threads() + MORE_CONNECTIONS), task);
        callers = new CallersConnection(database.pool());
        handle = Tasks.oneTime("handle", String.class).execute((instance, context) -> handle(instance.getData()));
        scheduler = Scheduler.create(database.pool(), handle)
                .schedulerName(new SchedulerName.Fixed(
                        subject.process() + "-" + ProcessHandle.current().pid()))
                .threads(settings.threads())
                .pollUsingLockAndFetch(1.0, 4.0)
                .pollingInterval(Duration.ofMillis(settings.pollMillis()))
                .enableImmediateExecution()
                .heartbeatInterval(Duration.ofMillis(settings.heartbeatMillis()))
                .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                .build();
        inTransactions = SchedulerClient.Builder.create(callers, handle).build();
        if (!Boolean.parseBoolean(subject.text(OPTION_ONLY_PUTS, "false"))) {
            scheduler.start();
        }
    }

    private void handle(String text) {
        try {
            database.runAndCommit(Event.parse(text));
        } catch (SQLException failed) {
            throw new IllegalStateException("The task failed", failed);
        }
    }

    private TaskInstance<String> instance(Event event) {
        return handle.instance(Long.toString(event.number()), event.text());
    }

    @Override
    public void put(List<Event> events) {
        List<TaskInstance<?>> instances = new ArrayList<>();
        events.forEach(event -> instances.add(instance(event)));
        scheduler.scheduleBatch(instances, Instant.now());
    }

    @Override
    public void putInTransaction(Event event) throws Exception {
        try (Connection connection = SubjectSettings.transaction(database.pool())) {
            callers.use(connection, () -> inTransactions.schedule(instance(event), Instant.now()));
            connection.commit();
        }
    }

    @Override
    public boolean joinsTransactions() {
        return true;
    }

    @Override
    public long waiting() throws SQLException {
        return database.count("select count(*) from scheduled_tasks");
    }

    @Override
    public void close() {
        scheduler.stop();
        database.pool().close();
    }
}
