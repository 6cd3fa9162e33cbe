package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.Diagnosis;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;

/**
 * Starts the diagnosis after the flows, and passes its alarms on to all {@link AlarmListener} beans until the context
 * begins to close: what happens during the stop is no alarm. The listeners run on a thread of their own, because one that
 * waits, such as for a connection to the database of the audit events, would stop the diagnosis. Thread-safe.
 */
final class AlarmDispatcher extends DiagnosisLifecycle {

    private static final Logger log = LoggerFactory.getLogger(AlarmDispatcher.class);
    private static final int MOST_WAITING = 1_000;
    private static final long IDLE_SECONDS = 10;

    private final ObjectProvider<Diagnosis> diagnosis;
    private final ObjectProvider<AlarmListener> listeners;
    private final ThreadPoolExecutor thread = newThread();

    AlarmDispatcher(
            ApplicationContext context,
            int phase,
            ObjectProvider<Diagnosis> diagnosis,
            ObjectProvider<AlarmListener> listeners) {
        super(context, phase);
        this.diagnosis = diagnosis;
        this.listeners = listeners;
    }

    private static ThreadPoolExecutor newThread() {
        ThreadPoolExecutor thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                AlarmDispatcher::daemon,
                (alarm, full) -> log.warn("An alarm is lost: the listeners have not handled those before"));
        thread.allowCoreThreadTimeOut(true);
        return thread;
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body, "concor-alarms");
        thread.setDaemon(true);
        return thread;
    }

    /** A failing listener does not prevent the calls of the others. */
    @Override
    void begin() {
        List<AlarmListener> all = listeners.orderedStream().toList();
        diagnosis
                .getObject()
                .listen(AlarmListener.passing(
                        alarm -> thread.execute(() -> all.forEach(listener -> pass(alarm, listener)))));
    }

    private void pass(Consumer<AlarmListener> alarm, AlarmListener listener) {
        try {
            if (isRunning()) {
                alarm.accept(listener);
            }
        } catch (RuntimeException failed) {
            log.error("{} failed to handle an alarm", listener.getClass().getName(), failed);
        }
    }
}
