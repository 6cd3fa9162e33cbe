package io.concor.benchmarks.batch;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.benchmarks.starter.MeasuredFlows;
import io.concor.benchmarks.starter.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Handles messages in batches on one thread. */
public abstract sealed class BatchPipeline implements AutoCloseable {

    private static final int INSIDE = 4096;

    /**
     * Returns a pipeline.
     *
     * @param name {@code concor}: with its starter; {@code concor-engine}; or {@code loop}: over such lists, on the
     *     thread that sends
     * @param size the largest number of messages in a batch
     */
    public static BatchPipeline named(String name, int size, BatchWork work) {
        return switch (name) {
            case "concor" -> new OfConcor(Surroundings.STARTER, size, work);
            case "concor-engine" -> new OfConcor(Surroundings.ENGINE, size, work);
            case "loop" -> new OfLoop(size, work);
            default -> throw new IllegalArgumentException("no variant " + name);
        };
    }

    /** Sends a message; waits while too many are inside. */
    public abstract void send(Integer message);

    /** Waits until none is inside. */
    public abstract void awaitEmpty();

    @Override
    public abstract void close();

    private static final class OfConcor extends BatchPipeline {

        private final Semaphore left = new Semaphore(0);
        private final Flow<Integer, Integer> flow;
        private final MeasuredFlows running;
        private int sent;

        OfConcor(Surroundings surroundings, int size, BatchWork work) {
            flow = Flows.<Integer>create("batches")
                    .maxInFlight(INSIDE)
                    .sampling(surroundings.sampling())
                    .join(JoinSettings.batch(size))
                    .mapBatch(
                            (List<Integer> messages) -> {
                                List<Integer> results = work.handle(messages);
                                left.release(messages.size());
                                return results;
                            },
                            "work")
                    .build();
            running = surroundings.start(List.of(flow));
        }

        @Override
        public void send(Integer message) {
            flow.apply(message);
            sent++;
        }

        @Override
        public void awaitEmpty() {
            left.acquireUninterruptibly(sent);
            sent = 0;
        }

        @Override
        public void close() {
            running.close();
        }
    }

    private static final class OfLoop extends BatchPipeline {

        private final int size;
        private final BatchWork work;
        private List<Integer> gathered = new ArrayList<>();

        OfLoop(int size, BatchWork work) {
            this.size = size;
            this.work = work;
        }

        @Override
        public void send(Integer message) {
            gathered.add(message);
            if (gathered.size() == size) {
                awaitEmpty();
            }
        }

        @Override
        public void awaitEmpty() {
            List<Integer> messages = gathered;
            gathered = new ArrayList<>(size);
            work.handle(messages);
        }

        @Override
        public void close() {
            // no thread
        }
    }
}
