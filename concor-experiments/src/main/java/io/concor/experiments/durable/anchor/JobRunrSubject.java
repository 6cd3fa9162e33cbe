package io.concor.experiments.durable.anchor;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.SQLException;
import java.util.List;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;

/** A background job server of JobRunr. The task commits before the library marks it as done. */
final class JobRunrSubject implements Subject {

    private static final int MORE_CONNECTIONS = 10;
    private static final String WAITING =
            "select count(*) from jobrunr_jobs where state not in ('SUCCEEDED', 'DELETED', 'FAILED')";

    private final AnchorDatabase database;
    private final JobRequestScheduler scheduler;

    /**
     * A job.
     *
     * @param text the event
     */
    public record HandleEvent(String text) implements JobRequest {

        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** Runs the task. */
    public static final class Handler implements JobRequestHandler<HandleEvent> {

        private final AnchorDatabase database;

        Handler(AnchorDatabase database) {
            this.database = database;
        }

        @Override
        public void run(HandleEvent request) throws SQLException {
            database.runAndCommit(Event.parse(request.text()));
        }
    }

    JobRunrSubject(SubjectSettings settings, EffectTask task, int workers, int pollSeconds) {
        database = new AnchorDatabase(settings.autoCommitPool(workers + MORE_CONNECTIONS), task);
        Handler handler = new Handler(database);
        scheduler = JobRunr.configure()
                .useJobActivator(new JobActivator() {
                    @Override
                    public <T> T activateJob(Class<T> type) {
                        return type.cast(handler);
                    }
                })
                .useStorageProvider(SqlStorageProviderFactory.using(database.pool()))
                .useBackgroundJobServer(BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andWorkerCount(workers)
                        .andPollIntervalInSeconds(pollSeconds))
                .initialize()
                .getJobRequestScheduler();
    }

    @Override
    public void put(List<Event> events) {
        scheduler.enqueue(events.stream().map(event -> new HandleEvent(event.text())));
    }

    @Override
    public long waiting() throws SQLException {
        return database.count(WAITING);
    }

    @Override
    public void close() {
        JobRunr.destroy();
        database.pool().close();
    }
}
