package io.concor.benchmarks.keyed;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.benchmarks.starter.MeasuredFlows;
import io.concor.benchmarks.starter.Surroundings;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Handles messages on several threads. At most 1,024 are inside. */
public abstract sealed class KeyedPipeline implements AutoCloseable {

    private static final int INSIDE = 1024;

    /** A message with a key. */
    public record Booking(Integer account) {}

    public static KeyedPipeline named(String name, int threads, KeyedWork work) {
        return switch (name) {
            case "keyed" -> new OfConcor(Surroundings.STARTER, keyed(threads, work));
            case "keyed-engine" -> new OfConcor(Surroundings.ENGINE, keyed(threads, work));
            case "pool" -> new OfConcor(Surroundings.STARTER, pool(threads, work));
            case "pool-engine" -> new OfConcor(Surroundings.ENGINE, pool(threads, work));
            case "executors" -> new OfExecutors(threads, work);
            default -> throw new IllegalArgumentException("no variant " + name);
        };
    }

    private static UnaryOperator<FlowBuilder<Booking, Booking>> keyed(int threads, KeyedWork work) {
        return flow -> flow.join(JoinSettings.keyed(threads)).mapKeyed(new Keyed(work), "work");
    }

    private static UnaryOperator<FlowBuilder<Booking, Booking>> pool(int threads, KeyedWork work) {
        return flow -> flow.join(JoinSettings.fixed(threads)).map((Booking booking) -> work.handle(booking), "work");
    }

    /** Sends a message; waits while too many are inside. */
    public abstract void send(Booking booking);

    /** Waits until none is inside. */
    public abstract void awaitEmpty();

    @Override
    public abstract void close();

    private record Keyed(KeyedWork work) implements KeyedTask<Booking, Booking> {

        @Override
        public Integer key(Booking booking) {
            return booking.account();
        }

        @Override
        public Booking apply(Booking booking) {
            return work.handle(booking);
        }
    }

    private static final class OfConcor extends KeyedPipeline {

        private final Semaphore left = new Semaphore(0);
        private final Flow<Booking, Booking> flow;
        private final MeasuredFlows running;
        private int sent;

        OfConcor(Surroundings surroundings, UnaryOperator<FlowBuilder<Booking, Booking>> stage) {
            flow = stage.apply(Flows.<Booking>create("bookings")
                            .maxInFlight(INSIDE)
                            .sampling(surroundings.sampling()))
                    .forEach(booking -> left.release(), "end")
                    .build();
            running = surroundings.start(List.of(flow));
        }

        @Override
        public void send(Booking booking) {
            flow.apply(booking);
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

    private static final class OfExecutors extends KeyedPipeline {

        private final Semaphore room = new Semaphore(INSIDE);
        private final List<ExecutorService> executors;
        private final KeyedWork work;

        OfExecutors(int threads, KeyedWork work) {
            this.executors = Stream.generate(Executors::newSingleThreadExecutor)
                    .limit(threads)
                    .toList();
            this.work = work;
        }

        @Override
        public void send(Booking booking) {
            room.acquireUninterruptibly();
            executors.get(booking.account() % executors.size()).execute(() -> {
                work.handle(booking);
                room.release();
            });
        }

        @Override
        public void awaitEmpty() {
            room.acquireUninterruptibly(INSIDE);
            room.release(INSIDE);
        }

        @Override
        public void close() {
            executors.forEach(ExecutorService::shutdown);
        }
    }
}
