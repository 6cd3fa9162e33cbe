package io.concor.queueserver.request;

import io.concor.BatchTask;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Refuses requests that have waited too long before they are asked of the queues, and none afterwards: a message that was taken would
 * be lost if its request timed out because others of the same batch took long. So the flow has a much longer timeout. Thread-safe.
 */
final class TimelyStore implements BatchTask<Command, Result> {

    static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    private final BatchTask<Command, Result> store;
    private final LongSupplier nanoTime;

    /** @param nanoTime the clock of {@link Command#sinceNanos} */
    TimelyStore(BatchTask<Command, Result> store, LongSupplier nanoTime) {
        this.store = store;
        this.nanoTime = nanoTime;
    }

    @Override
    public List<Result> apply(List<Command> commands) throws Throwable {
        long now = nanoTime.getAsLong();
        int[] inTime = IntStream.range(0, commands.size())
                .filter(i -> now - commands.get(i).sinceNanos() <= LONGEST_WAIT.toNanos())
                .toArray();
        if (inTime.length == commands.size()) {
            return store.apply(commands);
        }
        Result[] results = new Result[commands.size()];
        Arrays.fill(results, Result.failed(new LateRequestException(LONGEST_WAIT)));
        if (inTime.length > 0) {
            List<Result> served =
                    store.apply(Arrays.stream(inTime).mapToObj(commands::get).toList());
            IntStream.range(0, inTime.length).forEach(i -> results[inTime[i]] = served.get(i));
        }
        return Arrays.asList(results);
    }
}
