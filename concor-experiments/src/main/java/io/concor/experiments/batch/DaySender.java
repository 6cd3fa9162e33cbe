package io.concor.experiments.batch;

import io.concor.experiments.testbed.ExperimentException;
import io.concor.simulator.http.NettyLoadClient;
import io.concor.simulator.http.RequestTarget;
import io.concor.simulator.load.ResponseHandler;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends the records of a day, each when it is due, whatever the billing does. A record that is refused, or whose outcome is
 * not known, is sent again after a while under the same id, until it is billed or rejected. Records beyond those for which there
 * is a connection wait in the sender. For one thread.
 */
final class DaySender {

    private static final int CONNECTIONS = 3000;
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int BAD_REQUEST = 400;
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final NettyLoadClient client;
    private final List<DayRecorder> recorders = new ArrayList<>();
    private final Queue<Resending> resendings = new ConcurrentLinkedQueue<>();
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong billed = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong resent = new AtomicLong();
    private final long start = System.nanoTime();
    private long next;

    private DaySender(NettyLoadClient client, long first, List<DayPhase> phases) {
        this.client = client;
        this.next = first;
        long begin = start;
        for (DayPhase phase : phases) {
            DayRecorder recorder = new DayRecorder(phase, begin);
            recorders.add(recorder);
            begin = recorder.end();
        }
    }

    /**
     * Sends all records and waits for their answers.
     *
     * @param first the number of the first record
     * @param patience how long to wait after the last phase
     */
    static DaySender send(URI url, long first, List<DayPhase> phases, Duration patience) {
        RequestTarget target = new RequestTarget(url, "POST", Map.of("Content-Type", "application/json"));
        try (NettyLoadClient client = new NettyLoadClient(target, CONNECTIONS, 1)) {
            DaySender sender = new DaySender(client, first, phases);
            sender.recorders.forEach(sender::send);
            sender.awaitAnswers(patience);
            return sender;
        }
    }

    /** Returns the number of the record after the last one. */
    long next() {
        return next;
    }

    long billed() {
        return billed.get();
    }

    long rejected() {
        return rejected.get();
    }

    long resent() {
        return resent.get();
    }

    List<DayRecorder> recorders() {
        return recorders;
    }

    /** A record that is sent again when it is due. */
    private record Resending(long dueNanos, DayRecord record) {}

    private void send(DayRecorder recorder) {
        for (int i = 0; i < recorder.phase().records(); i++) {
            long due = recorder.due(i);
            sendAgainUntil(due);
            unanswered.incrementAndGet();
            new DayRecord(next++, due, recorder).send();
        }
        sendAgainUntil(recorder.end());
    }

    private void awaitAnswers(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (unanswered.get() > 0) {
            if (System.nanoTime() > end) {
                throw new ExperimentException(
                        "%d records have no answer %d s after the last one: see the log of the application"
                                .formatted(unanswered.get(), patience.toSeconds()));
            }
            sendAgainUntil(System.nanoTime() + TICK_NANOS);
        }
    }

    private void sendAgainUntil(long nanos) {
        for (long now = System.nanoTime(); now < nanos; now = System.nanoTime()) {
            Resending next = resendings.peek();
            if (next != null && next.dueNanos <= now) {
                resendings.remove();
                resent.incrementAndGet();
                next.record.send();
            } else {
                LockSupport.parkNanos(Math.min(TICK_NANOS, nanos - now));
            }
        }
    }

    /** A record until its final answer. */
    private final class DayRecord implements ResponseHandler {

        private final long number;
        private final long dueNanos;
        private final DayRecorder recorder;

        private DayRecord(long number, long dueNanos, DayRecorder recorder) {
            this.number = number;
            this.dueNanos = dueNanos;
            this.recorder = recorder;
        }

        private void send() {
            client.send(this, BillingRecords.body(number));
        }

        @Override
        public void responded(int status) {
            switch (status) {
                case OK, CREATED -> end(billed);
                case BAD_REQUEST, CONFLICT, UNPROCESSABLE -> end(rejected);
                default -> failed("status " + status);
            }
        }

        @Override
        public void failed(String reason) {
            resendings.add(new Resending(System.nanoTime() + PAUSE_NANOS, this));
        }

        private void end(AtomicLong outcome) {
            long now = System.nanoTime();
            recorder.ended(dueNanos, now);
            recorders.forEach(each -> each.answered(now));
            outcome.incrementAndGet();
            unanswered.decrementAndGet();
        }
    }
}
