package io.concor.experiments.durable.check;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends the events of one instance, to whichever of its processes is ready, until it is closed. */
final class Sender extends Thread implements AutoCloseable {

    private static final Duration FOR_ROOM = Duration.ofMillis(100);
    private static final long FOR_PROCESS_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final SubjectInstance instance;
    private final double perSecond;
    private volatile boolean closed;

    /** @param perSecond 0 for as fast as they are answered */
    Sender(SubjectInstance instance, double perSecond) {
        super("sender-" + instance.number());
        this.instance = instance;
        this.perSecond = perSecond;
        setDaemon(true);
    }

    @Override
    public void run() {
        long due = System.nanoTime();
        try {
            while (!closed) {
                SubjectProcess process = instance.ready();
                if (process == null) {
                    LockSupport.parkNanos(FOR_PROCESS_NANOS);
                    due = System.nanoTime(); // what could not be sent is not sent later
                } else {
                    send(process, due);
                    due = perSecond > 0 ? due + (long) (TimeUnit.SECONDS.toNanos(1) / perSecond) : due;
                }
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(SubjectProcess process, long dueNanos) throws InterruptedException {
        for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        process.send(instance.number(), FOR_ROOM);
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        join();
    }
}
