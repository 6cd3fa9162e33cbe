package io.concor.experiments.batch;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.experiments.result.BatchLoad;
import io.concor.experiments.testbed.ExperimentException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** A flow whose only component is a {@link RowWriter}, under load. For one thread. */
final class WriterRun implements AutoCloseable {

    private static final int CAPACITY = 4096;
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RowWriter writer;
    private final Flow<CostedRow, Boolean> flow;
    private final LongAdder failures = new LongAdder();
    private final AtomicLong inside = new AtomicLong();
    private long sent;
    private long amount;

    /** @param backlog the largest number of events inside */
    WriterRun(RowWriter writer, JoinSettings batches, int backlog) {
        this.writer = writer;
        this.flow = Flows.<CostedRow>create("writer")
                .maxInFlight(backlog)
                .timeout(TIMEOUT)
                .join(batches.capacity(CAPACITY))
                .mapBatch(writer, "writer")
                .build();
    }

    /** Returns the number of events that were sent. */
    long sent() {
        return sent;
    }

    /** Returns the sum of their amounts. */
    long amount() {
        return amount;
    }

    /** Keeps the flow full: the next event is sent as soon as there is room. */
    BatchLoad saturate(Duration settle, Duration time) {
        return run(new LoadWindow(settle, time), window -> {
            while (System.nanoTime() < window.until()) {
                send(window, System.nanoTime());
            }
        });
    }

    /** Sends events at a rate, whatever the flow does. Their time counts from when they were due. */
    BatchLoad pace(double perSecond, Duration settle, Duration time) {
        long start = System.nanoTime();
        double spacing = TimeUnit.SECONDS.toNanos(1) / perSecond;
        return run(new LoadWindow(settle, time), window -> {
            long due = start;
            for (long number = 1; due < window.until(); number++) {
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                send(window, due);
                due = start + (long) (number * spacing);
            }
        });
    }

    private interface Sending {
        void send(LoadWindow window);
    }

    private BatchLoad run(LoadWindow window, Sending sending) {
        long[] calls = new long[1];
        Thread counting = new Thread(
                () -> {
                    sleepUntil(window.from());
                    long before = writer.calls();
                    sleepUntil(window.until());
                    calls[0] = writer.calls() - before;
                },
                "counting");
        counting.start();
        sending.send(window);
        try {
            counting.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The experiment was interrupted", interrupted);
        }
        while (inside.get() > 0) {
            LockSupport.parkNanos(TICK_NANOS);
        }
        if (failures.sum() > 0) {
            throw new ExperimentException("%d events could not be written".formatted(failures.sum()));
        }
        return window.load(calls[0]);
    }

    private static void sleepUntil(long nanos) {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void send(LoadWindow window, long arrivedNanos) {
        long price = 1990 * (1 + sent % 10);
        CostedRow row = new CostedRow("e-" + sent, WriterDatabase.account(sent * 7919), price);
        sent++;
        amount += price;
        inside.incrementAndGet();
        flow.submit(row).whenComplete((written, error) -> {
            failures.add(error == null ? 0 : 1);
            window.ended(arrivedNanos);
            inside.decrementAndGet();
        });
    }

    @Override
    public void close() {
        flow.close();
    }
}
