package io.concor.sample.ussd;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * The same server without Concor, to compare with: the same tasks, called by hand, in the thread model of the preset
 * {@code production}. One thread serves sessions, menus and the sending, another one the log and the errors.
 *
 * <p>As many requests may be inside as a queue is long, so that no queue is ever full. No request is given up for its
 * age: the one wait inside, for the operator's answer, has the timeouts of the HTTP client. Runs once: what was stopped
 * is not started again.
 */
@Component
@Profile("plain")
class PlainUssd implements Entrance, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PlainUssd.class);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final InTranslator inTranslator;
    private final SessionManager sessionManager;
    private final MenuStructureResolver menuStructureResolver;
    private final MenuResolver menuResolver;
    private final ReplySender replySender;
    private final ReplyLogger replyLogger;
    private final ErrorLogger errorLogger;
    private final int maxInFlight;
    private final Semaphore room;
    private final ThreadPoolExecutor sessions;
    private final ThreadPoolExecutor logs;
    private volatile boolean open;

    PlainUssd(
            InTranslator inTranslator,
            SessionManager sessionManager,
            MenuStructureResolver menuStructureResolver,
            MenuResolver menuResolver,
            ReplySender replySender,
            ReplyLogger replyLogger,
            ErrorLogger errorLogger,
            UssdProperties properties) {
        this.inTranslator = inTranslator;
        this.sessionManager = sessionManager;
        this.menuStructureResolver = menuStructureResolver;
        this.menuResolver = menuResolver;
        this.replySender = replySender;
        this.replyLogger = replyLogger;
        this.errorLogger = errorLogger;
        this.maxInFlight = properties.maxInFlight();
        this.room = new Semaphore(maxInFlight);
        this.sessions = oneThread("plain-sessions-");
        this.logs = oneThread("plain-logs-");
    }

    private ThreadPoolExecutor oneThread(String name) {
        return new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(maxInFlight), new CustomizableThreadFactory(name));
    }

    @Override
    public boolean tryEnter(UssdRequest request) {
        if (!room.tryAcquire()) {
            return false;
        }
        // looked at with the permit in hand: the stop takes all permits, and so waits for whoever saw it open
        if (!open) {
            room.release();
            return false;
        }
        FirstAnswer<SentReply> end = new FirstAnswer<>(this::sent, this::failed);
        attempt(end, () -> {
            UssdMessage message = inTranslator.apply(request);
            sessions.execute(new Work(end, () -> answer(message, end)));
        });
        return true;
    }

    private void answer(UssdMessage message, FirstAnswer<SentReply> end) {
        SessionMessage inSession = sessionManager.apply(message);
        Reply reply = menuResolver.apply(menuStructureResolver.apply(inSession));
        replySender.apply(reply, end);
    }

    /** What is done with a request on another thread. */
    private record Work(FirstAnswer<SentReply> end, Runnable body) implements Runnable {

        @Override
        public void run() {
            attempt(end, body);
        }
    }

    private static void attempt(FirstAnswer<SentReply> end, Runnable work) {
        try {
            work.run();
        } catch (Throwable error) {
            end.fail(error);
        }
    }

    private void sent(SentReply sent) {
        conclude(() -> log(sent));
    }

    private void log(SentReply sent) {
        try {
            replyLogger.accept(sent);
        } catch (Throwable error) {
            errorLogger.onError(error);
        }
    }

    private void failed(Throwable error) {
        conclude(() -> errorLogger.onError(error));
    }

    /** The last that happens to a request, on the thread of the logs; whoever brought it has other work to do. */
    private void conclude(Runnable lastTask) {
        try {
            logs.execute(() -> finish(lastTask));
        } catch (RejectedExecutionException stoppedMeanwhile) {
            finish(lastTask);
        }
    }

    private void finish(Runnable lastTask) {
        try {
            lastTask.run();
        } catch (Throwable error) {
            LOG.error("A request has ended, and its last task has failed", error);
        } finally {
            room.release();
        }
    }

    @Override
    public void start() {
        open = true;
    }

    @Override
    public void stop() {
        open = false;
        if (!allHaveLeft()) {
            LOG.warn("Stopped with {} requests inside", maxInFlight - room.availablePermits());
        }
        logs.shutdown();
        sessions.shutdownNow()
                .forEach(left -> ((Work) left).end.fail(new RejectedExecutionException("stopped before its turn")));
    }

    private boolean allHaveLeft() {
        try {
            return room.tryAcquire(maxInFlight, STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public boolean isRunning() {
        return open;
    }

    /** Stopped behind the web server, which has drained by then. */
    @Override
    public int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1024;
    }
}
