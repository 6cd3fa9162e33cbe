package io.concor.experiments.durable.anchor;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.txstep.JdbcStepFactory;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** An executor of DBOS. The step commits its result with the row of the task, so a repeated workflow finds it done. */
final class DbosSubject implements Subject {

    private static final int MORE_CONNECTIONS = 10;
    private static final String WAITING =
            "select count(*) from dbos.workflow_status where status in ('ENQUEUED', 'PENDING')";

    private final AnchorDatabase database;
    private final DBOS dbos;
    private final Queue queue;
    private final EventHandler handler;

    /** The workflow. */
    public interface EventHandler {
        void handle(String text) throws SQLException;
    }

    /** Runs the task in a step. */
    public static final class StepHandler implements EventHandler {

        private final JdbcStepFactory steps;
        private final EffectTask task;

        StepHandler(JdbcStepFactory steps, EffectTask task) {
            this.steps = steps;
            this.task = task;
        }

        @Workflow(name = "handle")
        @Override
        public void handle(String text) throws SQLException {
            List<Event> events = List.of(Event.parse(text));
            steps.<SQLException>txStep(connection -> task.run(connection, events), "effect");
            task.committed(events);
        }
    }

    DbosSubject(SubjectSettings settings, EffectTask task, int workers, int pollMillis) {
        database = new AnchorDatabase(settings.autoCommitPool(workers + MORE_CONNECTIONS), task);
        dbos = new DBOS(DBOSConfig.defaults("durable")
                .withDataSource(database.pool())
                .withExecutorId(settings.process()) // a process started again takes up what it had left
                .withAppVersion("1")
                .withAdminServer(false));
        queue = new Queue("events").withWorkerConcurrency(workers).withPollingInterval(Duration.ofMillis(pollMillis));
        dbos.registerQueue(queue);
        handler = dbos.registerProxy(
                EventHandler.class, new StepHandler(new JdbcStepFactory(dbos, database.pool()), task));
        dbos.launch();
    }

    @Override
    public void put(List<Event> events) throws SQLException {
        StartWorkflowOptions options = new StartWorkflowOptions(queue);
        for (Event event : events) {
            dbos.<SQLException>startWorkflow(() -> handler.handle(event.text()), options);
        }
    }

    @Override
    public long waiting() throws SQLException {
        return database.count(WAITING);
    }

    @Override
    public void close() {
        dbos.shutdown();
        database.pool().close();
    }
}
