package io.concor.experiments.twin;

import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.TransitionTask;
import java.util.concurrent.Executor;

/**
 * The twin of {@code ussd}, with the threads of the preset {@code production}: one serves the sessions, the menus and the
 * sender, another the log and the errors.
 */
final class UssdTwin extends TwinFlow {

    private final SimpleTask<Object, Object> inTranslator;
    private final SingleThreadedTask<Object, Object> sessionManager;
    private final SimpleTask<Object, Object> menuStructureResolver;
    private final SimpleTask<Object, Object> menuResolver;
    private final TransitionTask<Object, Object> replySender;
    private final Executor sessions = stage("sessions", 1);

    UssdTwin(SampleTasks tasks) {
        super(tasks, "replyLogger", "errorLogger");
        this.inTranslator = tasks.task("inTranslator", SimpleTask.class);
        this.sessionManager = tasks.task("ussdSessionManager", SingleThreadedTask.class);
        this.menuStructureResolver = tasks.task("menuStructureResolver", SimpleTask.class);
        this.menuResolver = tasks.task("menuResolver", SimpleTask.class);
        this.replySender = tasks.task("replySender", TransitionTask.class);
    }

    @Override
    void begin(Object request, Event event) throws Throwable {
        Object message = inTranslator.apply(request);
        event.continueOn(sessions, () -> answer(message, event));
    }

    private void answer(Object message, Event event) throws Throwable {
        Object inSession = sessionManager.apply(message);
        replySender.apply(menuResolver.apply(menuStructureResolver.apply(inSession)), event);
    }
}
