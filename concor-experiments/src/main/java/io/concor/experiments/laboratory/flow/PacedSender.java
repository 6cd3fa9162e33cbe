package io.concor.experiments.laboratory.flow;

import io.concor.Flow;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sends events at a rate that does not depend on how many the flows handle. Refused events are lost. */
public final class PacedSender implements AutoCloseable {

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** What is missed in a longer interruption is not made up for. */
    private static final double LONGEST_TICK = 0.1;

    private final List<Flow<Integer, Integer>> flows;
    private final ArrivalRate load;
    private final Thread thread = new Thread(this::send, "sender");
    private volatile boolean sending = true;

    private PacedSender(List<Flow<Integer, Integer>> flows, ArrivalRate load) {
        this.flows = flows;
        this.load = load;
    }

    public static PacedSender start(List<Flow<Integer, Integer>> flows, ArrivalRate load) {
        PacedSender sender = new PacedSender(flows, load);
        sender.thread.setDaemon(true);
        sender.thread.start();
        return sender;
    }

    private void send() {
        long began = System.nanoTime();
        long before = began;
        double due = 0;
        int sent = 0;
        while (sending) {
            LockSupport.parkNanos(TICK_NANOS);
            long now = System.nanoTime();
            double tick = Math.min(LONGEST_TICK, (now - before) / NANOS_PER_SECOND);
            due += tick * load.rateAt((now - began) / NANOS_PER_SECOND);
            before = now;
            for (; sent < due && sending; sent++) {
                flows.get(sent % flows.size()).tryApply(sent);
            }
        }
    }

    @Override
    public void close() {
        sending = false;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
