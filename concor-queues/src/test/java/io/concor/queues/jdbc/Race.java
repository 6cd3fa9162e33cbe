package io.concor.queues.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Lets several threads do the same at once until it is done; what a database calls a conflict is done again. */
final class Race {

    private static final int MOST_SECONDS = 60;

    private Race() {}

    static void of(int threads, Dialect dialect, Callable<?> work, Callable<Boolean> done) {
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Object>> ends = Stream.generate(() -> pool.submit(() -> {
                        start.await();
                        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
                        while (!done.call() && System.nanoTime() < end) {
                            run(dialect, work);
                        }
                        return (Object) "done";
                    }))
                    .limit(threads)
                    .toList();
            for (Future<Object> end : ends) {
                end.get();
            }
        } catch (Exception failed) {
            throw new AssertionError(failed);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void run(Dialect dialect, Callable<?> work) throws Exception {
        try {
            work.call();
        } catch (SQLException failed) {
            if (dialect.failure(failed) != SqlFailure.CONFLICT || !(dialect instanceof H2Dialect)) {
                throw failed; // only H2 may, whose rows are locked in no order
            }
        }
    }
}
