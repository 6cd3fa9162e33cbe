package io.concor.experiments.twin;

import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.TransitionTask;
import java.util.concurrent.Executor;

/**
 * The twin of {@code mo-flow}, with the threads of the preset {@code production}: one serves the sessions, 32 serve the
 * database and the sender, one serves the log and the errors.
 */
final class MoFlowTwin extends TwinFlow {

    static final int DATABASE_THREADS = 32;

    private final SimpleTask<Object, Object> translator;
    private final SingleThreadedTask<Object, Object> sessionManager;
    private final SimpleTask<Object, Object> router;
    private final SynchronizedRemoteTask<Object, Object> endpointResolver;
    private final SimpleTask<Object, Object> atTranslator;
    private final TransitionTask<Object, Object> messageSender;
    private final Executor sessions = stage("sessions", 1);
    private final Executor database = stage("database", DATABASE_THREADS);

    MoFlowTwin(SampleTasks tasks) {
        super(tasks, "transLogger", "moErrorHandler");
        this.translator = tasks.task("translator", SimpleTask.class);
        this.sessionManager = tasks.task("moSessionManager", SingleThreadedTask.class);
        this.router = tasks.task("router", SimpleTask.class);
        this.endpointResolver = tasks.task("endpointResolver", SynchronizedRemoteTask.class);
        this.atTranslator = tasks.task("atTranslator", SimpleTask.class);
        this.messageSender = tasks.task("messageSender", TransitionTask.class);
    }

    @Override
    void begin(Object incoming, Event event) throws Throwable {
        Object message = translator.apply(incoming);
        event.continueOn(sessions, () -> route(message, event));
    }

    private void route(Object message, Event event) throws Throwable {
        Object routed = router.apply(sessionManager.apply(message));
        event.continueOn(database, () -> send(routed, event));
    }

    private void send(Object routed, Event event) throws Throwable {
        messageSender.apply(atTranslator.apply(endpointResolver.apply(routed)), event);
    }
}
