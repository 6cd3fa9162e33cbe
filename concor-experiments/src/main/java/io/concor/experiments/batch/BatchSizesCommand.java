package io.concor.experiments.batch;

import io.concor.JoinSettings;
import io.concor.benchmarks.report.BuildCommit;
import io.concor.experiments.options.PathOptions;
import io.concor.experiments.report.BatchSizesTable;
import io.concor.experiments.report.ResultPage;
import io.concor.experiments.result.BatchLoad;
import io.concor.experiments.result.BatchSizeRun;
import io.concor.experiments.result.BatchSizesResult;
import io.concor.experiments.testbed.DelayProxy;
import io.concor.experiments.testbed.PostgresServer;
import io.concor.simulator.OptionValidator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures a writer with batches of many sizes. */
@Command(
        name = "batch-sizes",
        description =
                "Measures throughput, latency and overhead of a writer into PostgreSQL with batches of fixed sizes,"
                        + " of what is there, and of a size that follows a target.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class BatchSizesCommand implements Callable<Integer> {

    private static final int MAX_THREADS = 64;
    private static final int MAX_BACKLOG = 1 << 20;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int LARGEST = 1000;
    private static final int DEFAULT_SIZE = 100;
    /** At half of the throughput a batch is full sooner, whatever its size. */
    private static final Duration UNTIL_FULL = Duration.ofSeconds(1);

    private static final Duration TARGET = Duration.ofMillis(200);
    private static final int WARM_SIZE = 50;

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "EVENTS",
            defaultValue = "1,2,5,10,20,50,100,200,500,1000",
            description = "Fixed sizes of batches. Batches of 1 are always measured. Default: ${DEFAULT-VALUE}.")
    private List<Integer> sizes = List.of();

    @Option(names = "--threads", defaultValue = "1", description = "Threads of the writer. Default: ${DEFAULT-VALUE}.")
    private int threads;

    @Option(
            names = "--backlog",
            defaultValue = "2048",
            description =
                    "Events inside while the writer is saturated: at least the largest size, better twice that. Default: ${DEFAULT-VALUE}.")
    private int backlog;

    @Option(
            names = "--time",
            defaultValue = "12s",
            description = "Duration of each load; there are two for each size. Default: ${DEFAULT-VALUE}.")
    private Duration time = Duration.ZERO;

    @Option(
            names = "--settle",
            defaultValue = "8s",
            description = "Time before each load is measured, and of the warm-up. Default: ${DEFAULT-VALUE}.")
    private Duration settle = Duration.ZERO;

    @Mixin
    private final DelayOption delay = new DelayOption();

    @Mixin
    private final PathOptions paths = new PathOptions();

    @Override
    public Integer call() {
        OptionValidator validator = paths.validator();
        sizes.forEach(size -> validator.requireBetween("--sizes", size, 1, LARGEST));
        validator.requireBetween("--threads", threads, 1, MAX_THREADS);
        validator.requireBetween(
                "--backlog", backlog, Collections.max(sizes), MAX_BACKLOG); // or no batch is that large
        validator.requireBetween("--time", time, SHORTEST, LONGEST);
        validator.requireBetween("--settle", settle, SHORTEST, LONGEST);
        delay.check(validator);
        ResultPage page = paths.page(List.of(BatchSizesResult.NAME));
        paths.checkWork();
        BatchSizesResult result = measure();
        page.archive().keep(BatchSizesResult.NAME, result);
        page.write();
        paths.progress().accept(new BatchSizesTable(result).markdown());
        return ExitCode.OK;
    }

    private BatchSizesResult measure() {
        Path folder = paths.workspace().folder(BatchSizesResult.NAME, "postgres");
        try (PostgresServer server = PostgresServer.start(paths.workspace(), folder);
                DelayProxy proxy = DelayProxy.start(server.port(), delay.delay());
                WriterDatabase database = WriterDatabase.open(server, proxy.port(), threads)) {
            warmUp(database);
            List<BatchSizeRun> runs = runs(database);
            return new BatchSizesResult(
                    server.version(),
                    BuildCommit.current(),
                    Instant.now(),
                    server.machine(),
                    delay.micros(),
                    threads,
                    backlog,
                    time.toMillis(),
                    runs);
        }
    }

    private void warmUp(WriterDatabase database) {
        try (WriterRun run = new WriterRun(new RowWriter(database.connections()), batches(WARM_SIZE), backlog)) {
            run.saturate(Duration.ZERO, settle);
        }
    }

    private List<BatchSizeRun> runs(WriterDatabase database) {
        List<BatchSizeRun> runs = new ArrayList<>();
        runs.add(run(database, "1", 1, batches(1)));
        sizes.stream()
                .distinct()
                .filter(size -> size > 1)
                .forEach(size -> runs.add(run(
                        database, Integer.toString(size), size, batches(size).linger(UNTIL_FULL))));
        runs.add(run(database, "what is there, up to " + DEFAULT_SIZE, 0, batches(DEFAULT_SIZE)));
        runs.add(run(database, "what is there, up to " + LARGEST, 0, batches(LARGEST)));
        runs.add(run(
                database,
                "adaptive, target %d ms".formatted(TARGET.toMillis()),
                0,
                batches(LARGEST).batchTarget(TARGET)));
        return runs;
    }

    private JoinSettings batches(int size) {
        return JoinSettings.batch(size).threads(threads);
    }

    private BatchSizeRun run(WriterDatabase database, String name, int size, JoinSettings settings) {
        database.empty();
        try (WriterRun run = new WriterRun(new RowWriter(database.connections()), settings, backlog)) {
            BatchLoad saturated = run.saturate(settle, time);
            BatchLoad half = run.pace(Math.max(1, saturated.perSecond() / 2), settle, time);
            database.require(run.sent(), run.amount());
            paths.progress().accept("Batches of %s: %.0f events/s".formatted(name, saturated.perSecond()));
            return new BatchSizeRun(name, size, saturated, half);
        }
    }
}
