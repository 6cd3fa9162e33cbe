package io.concor.experiments.durable.check;

import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One of the processes under test: it is started again whenever it ends. Thread-safe. */
final class SubjectInstance implements AutoCloseable {

    private static final Duration TO_STOP = Duration.ofSeconds(30);
    private static final int MOST_FAILED_STARTS = 20;

    private final int number;
    private final List<String> command;
    private final Path log;
    private final Ledger ledger;
    private @Nullable SubjectProcess current;
    private boolean closed;
    private int failedStarts;

    /** @param command starts the process, whose errors go to the log */
    SubjectInstance(int number, List<String> command, Path log, Ledger ledger) {
        this.number = number;
        this.command = List.copyOf(command);
        this.log = log;
        this.ledger = ledger;
    }

    int number() {
        return number;
    }

    /** Starts it for the first time with a command of its own, and waits until it is ready. */
    void start(List<String> first) throws InterruptedException {
        startWith(first);
        awaitReady(Duration.ofMinutes(2));
    }

    private synchronized void startWith(List<String> with) {
        try {
            current = new SubjectProcess(with, log, ledger, this::restart);
            notifyAll();
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot start a process with a subject", impossible);
        }
    }

    /** What ends is started again, unless it never gets ready. */
    private synchronized void restart(SubjectProcess ended) {
        failedStarts = ended.awaitReady() ? 0 : failedStarts + 1;
        current = null;
        notifyAll();
        if (!closed && failedStarts < MOST_FAILED_STARTS) {
            startWith(command);
        }
    }

    /** Returns the process that runs and is ready, or waits for it. */
    synchronized SubjectProcess awaitReady(Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (current == null || !current.isReady()) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0 || failedStarts >= MOST_FAILED_STARTS) {
                throw new ExperimentException("Instance %d does not get ready; its log is %s".formatted(number, log));
            }
            wait(Math.min(left, 10)); // readiness itself does not notify
        }
        return current;
    }

    /** Returns the process, if it is ready now. */
    synchronized @Nullable SubjectProcess ready() {
        return current != null && current.isReady() ? current : null;
    }

    /** Stops in order. */
    @Override
    public void close() {
        SubjectProcess last;
        synchronized (this) {
            closed = true;
            last = current;
        }
        if (last != null) {
            last.stop();
            try {
                last.awaitEnd(TO_STOP);
            } catch (InterruptedException interrupted) {
                last.kill();
                Thread.currentThread().interrupt();
            }
        }
    }
}
