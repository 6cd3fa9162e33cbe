package io.concor.experiments.batch;

import io.concor.experiments.testbed.ExperimentException;
import io.concor.simulator.http.NettyLoadClient;
import io.concor.simulator.http.RequestTarget;
import io.concor.simulator.load.ResponseHandler;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Sends the records of a day when they are due, whatever the billing does. An upload has the records of ten milliseconds. If it
 * is refused, or the outcome of a record is not known, it is sent again after a while under the same ids. Uploads beyond those
 * for which there is a connection wait in the sender. For one thread.
 */
final class DaySender {

    /** Fewer than let the billing refuse uploads, more than a second of them. */
    private static final int CONNECTIONS = 150;

    private static final int OK = 200;
    private static final long UPLOAD_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final NettyLoadClient client;
    private final List<DayRecorder> recorders = new ArrayList<>();
    private final Queue<Resending> resendings = new ConcurrentLinkedQueue<>();
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong resent = new AtomicLong();
    private long next;

    private DaySender(NettyLoadClient client, long first, List<DayPhase> phases) {
        this.client = client;
        this.next = first;
        long begin = System.nanoTime();
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
        RequestTarget target = new RequestTarget(url, "POST", Map.of("Content-Type", "application/x-ndjson"));
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

    /** Returns how many records have their final answer. */
    long answered() {
        return answered.get();
    }

    /** Returns how often an upload was sent again. */
    long resent() {
        return resent.get();
    }

    List<DayRecorder> recorders() {
        return recorders;
    }

    /** An upload that is sent again when it is due. */
    private record Resending(long dueNanos, Upload upload) {}

    private void send(DayRecorder recorder) {
        for (int from = 0; from < recorder.phase().records(); ) {
            long until = recorder.due(from) + UPLOAD_NANOS;
            sendAgainUntil(until);
            int to = recorder.firstFrom(until);
            unanswered.addAndGet(to - from);
            new Upload(next, recorder, from, to).send();
            next += to - from;
            from = to;
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
            sendAgainUntil(System.nanoTime() + UPLOAD_NANOS);
        }
    }

    private void sendAgainUntil(long nanos) {
        for (long now = System.nanoTime(); now < nanos; now = System.nanoTime()) {
            Resending next = resendings.peek();
            if (next != null && next.dueNanos <= now) {
                resendings.remove();
                resent.incrementAndGet();
                next.upload.send();
            } else {
                LockSupport.parkNanos(Math.min(UPLOAD_NANOS, nanos - now));
            }
        }
    }

    /** Some records, until their final answer. */
    private final class Upload implements ResponseHandler {

        private final long number;
        private final DayRecorder recorder;
        private final int from;
        private final int to;

        private Upload(long number, DayRecorder recorder, int from, int to) {
            this.number = number;
            this.recorder = recorder;
            this.from = from;
            this.to = to;
        }

        private void send() {
            String lines = LongStream.range(number, number + to - from)
                    .mapToObj(BillingRecords::text)
                    .collect(Collectors.joining("\n"));
            client.send(this, lines.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void responded(int status) {
            if (status != OK) {
                failed("status " + status);
                return;
            }
            long now = System.nanoTime();
            for (int index = from; index < to; index++) {
                recorder.ended(index, now);
            }
            recorders.forEach(each -> each.answered(to - from, now));
            answered.addAndGet(to - from);
            unanswered.addAndGet(from - to);
        }

        @Override
        public void failed(String reason) {
            resendings.add(new Resending(System.nanoTime() + PAUSE_NANOS, this));
        }
    }
}
