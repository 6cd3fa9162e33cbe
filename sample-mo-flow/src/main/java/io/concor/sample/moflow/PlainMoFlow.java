package io.concor.sample.moflow;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

/**
 * The same gateway without Concor, to compare with: the same tasks, called by hand, in the thread model of the preset
 * {@code production}. One thread serves the sessions, 32 the database and the sending, one the log and the errors.
 *
 * <p>As many messages may be inside as a queue is long, so that no queue is ever full. No message is given up for its
 * age: the waits for a connection to the database, for a database that is silent and in the HTTP client have timeouts
 * of their own. Runs once: what was stopped is not started again.
 */
@Component
@Profile("plain")
class PlainMoFlow implements Entrance, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(PlainMoFlow.class);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    /** As many as connections to the database. */
    static final int DATABASE_THREADS = 32;

    private final Translator translator;
    private final SessionManager sessionManager;
    private final Router router;
    private final EndpointResolver endpointResolver;
    private final AtTranslator atTranslator;
    private final MessageSender messageSender;
    private final TransLogger transLogger;
    private final ErrorHandler errorHandler;
    private final int maxInFlight;
    private final Semaphore room;
    private final ThreadPoolExecutor sessions;
    private final ThreadPoolExecutor database;
    private final ThreadPoolExecutor logs;
    private volatile boolean open;

    PlainMoFlow(
            Translator translator,
            SessionManager sessionManager,
            Router router,
            EndpointResolver endpointResolver,
            AtTranslator atTranslator,
            MessageSender messageSender,
            TransLogger transLogger,
            ErrorHandler errorHandler,
            MoFlowProperties properties) {
        this.translator = translator;
        this.sessionManager = sessionManager;
        this.router = router;
        this.endpointResolver = endpointResolver;
        this.atTranslator = atTranslator;
        this.messageSender = messageSender;
        this.transLogger = transLogger;
        this.errorHandler = errorHandler;
        this.maxInFlight = properties.maxInFlight();
        this.room = new Semaphore(maxInFlight);
        this.sessions = threads("plain-sessions-", 1);
        this.database = threads("plain-database-", DATABASE_THREADS);
        this.logs = threads("plain-logs-", 1);
    }

    private ThreadPoolExecutor threads(String name, int count) {
        return new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(maxInFlight),
                new CustomizableThreadFactory(name));
    }

    @Override
    public boolean tryEnter(IncomingMessage incoming) {
        if (!room.tryAcquire()) {
            return false;
        }
        // looked at with the permit in hand: the stop takes all permits, and so waits for whoever saw it open
        if (!open) {
            room.release();
            return false;
        }
        FirstAnswer<SentMessage> end = new FirstAnswer<>(this::sent, this::failed);
        attempt(end, () -> {
            MoMessage message = translator.apply(incoming);
            sessions.execute(new Work(end, () -> route(message, end)));
        });
        return true;
    }

    private void route(MoMessage message, FirstAnswer<SentMessage> end) {
        RoutedMessage routed = router.apply(sessionManager.apply(message));
        database.execute(new Work(end, () -> send(routed, end)));
    }

    private void send(RoutedMessage routed, FirstAnswer<SentMessage> end) {
        messageSender.apply(atTranslator.apply(endpointResolver.apply(routed)), end);
    }

    /** What is done with a message on another thread. */
    private record Work(FirstAnswer<SentMessage> end, Runnable body) implements Runnable {

        @Override
        public void run() {
            attempt(end, body);
        }
    }

    private static void attempt(FirstAnswer<SentMessage> end, Runnable work) {
        try {
            work.run();
        } catch (Throwable error) {
            end.fail(error);
        }
    }

    private void sent(SentMessage sent) {
        conclude(() -> log(sent));
    }

    private void log(SentMessage sent) {
        try {
            transLogger.accept(sent);
        } catch (Throwable error) {
            errorHandler.onError(error);
        }
    }

    private void failed(Throwable error) {
        conclude(() -> errorHandler.onError(error));
    }

    /** The last that happens to a message, on the thread of the logs; whoever brought it has other work to do. */
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
            LOG.error("A message has ended, and its last task has failed", error);
        } finally {
            room.release();
        }
    }

    int inFlight() {
        return maxInFlight - room.availablePermits();
    }

    @Override
    public void start() {
        open = true;
    }

    @Override
    public void stop() {
        open = false;
        if (!allHaveLeft()) {
            LOG.warn("Stopped with {} messages inside", inFlight());
        }
        logs.shutdown();
        Stream.of(sessions, database)
                .flatMap(threads -> threads.shutdownNow().stream())
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
