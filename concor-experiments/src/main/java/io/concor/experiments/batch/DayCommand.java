package io.concor.experiments.batch;

import io.concor.benchmarks.report.BuildCommit;
import io.concor.experiments.options.AttemptOptions;
import io.concor.experiments.options.PathOptions;
import io.concor.experiments.report.DayTable;
import io.concor.experiments.report.ResultPage;
import io.concor.experiments.result.DayResult;
import io.concor.experiments.result.DayRun;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.PostgresServer;
import io.concor.experiments.testbed.SampleApplication;
import io.concor.simulator.OptionValidator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Bills the calls of a day under several presets. */
@Command(
        name = "day",
        description =
                "Sends the calls of a day to the sample billing under each preset: a quarter of the time at the rate of"
                        + " the night, half at a moderate one, an eighth at the peak, and an eighth at a moderate rate again.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class DayCommand implements Callable<Integer> {

    private static final int PARTS = 8;
    /** Six parts of the day and a half. */
    private static final int HALVES_UNTIL_MIDDLE_OF_PEAK = 13;

    private static final Duration LONGEST = Duration.ofMinutes(10);

    @Option(
            names = "--presets",
            split = ",",
            defaultValue = "messages,bulk,adaptive",
            description = "Presets of the billing. Default: ${DEFAULT-VALUE}.")
    private List<String> presets = List.of();

    @Option(names = "--day", defaultValue = "120s", description = "How long a day takes. Default: ${DEFAULT-VALUE}.")
    private Duration day = Duration.ZERO;

    @Option(
            names = "--warm-up",
            defaultValue = "75s",
            description = "Time before the day, at the moderate rate. Its records count in the sums only. Default:"
                    + " ${DEFAULT-VALUE}.")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--night",
            defaultValue = "20",
            description = "Records per second in the night. Default: ${DEFAULT-VALUE}.")
    private int night;

    @Option(
            names = "--moderate",
            defaultValue = "300",
            description = "Records per second before and after the peak. Default: ${DEFAULT-VALUE}.")
    private int moderate;

    @Option(
            names = "--peak",
            defaultValue = "3000",
            description = "Records per second at the peak. Default: ${DEFAULT-VALUE}.")
    private int peak;

    @Option(
            names = "--kill",
            description =
                    "Kills the database (kill -9) in the middle of the peak, and starts it again two seconds later.")
    private boolean kill;

    @Mixin
    private final DelayOption delay = new DelayOption();

    @Mixin
    private final PathOptions paths = new PathOptions();

    @Override
    public Integer call() {
        check(paths.validator());
        String name = DayResult.name(kill);
        ResultPage page = paths.page(List.of(name));
        paths.checkWork();
        paths.workspace().check(SampleApplication.BILLING, null);
        List<DayPhase> phases = phases();
        DayResult result = run(phases, kill ? middleOfPeak() : null);
        page.archive().keep(name, result);
        page.write();
        paths.progress().accept(new DayTable(result).markdown());
        return ExitCode.OK;
    }

    private void check(OptionValidator validator) {
        validator.requireBetween("--day", day, Duration.ofSeconds(1), LONGEST);
        validator.requireBetween("--warm-up", warmUp, Duration.ZERO, LONGEST);
        validator.requireBetween("--night", night, 1, AttemptOptions.MAX_RATE);
        validator.requireBetween("--moderate", moderate, 1, AttemptOptions.MAX_RATE);
        validator.requireBetween("--peak", peak, 1, AttemptOptions.MAX_RATE);
        delay.check(validator);
    }

    private DayPhase warmUp() {
        return new DayPhase("warm-up", moderate, warmUp);
    }

    private List<DayPhase> phases() {
        Duration part = day.dividedBy(PARTS);
        return List.of(
                new DayPhase("night", night, part.multipliedBy(2)),
                new DayPhase("moderate", moderate, part.multipliedBy(4)),
                new DayPhase("peak", peak, part),
                new DayPhase("after", moderate, part));
    }

    private Duration middleOfPeak() {
        return day.multipliedBy(HALVES_UNTIL_MIDDLE_OF_PEAK).dividedBy(2 * PARTS);
    }

    private DayResult run(List<DayPhase> phases, @Nullable Duration killedAt) {
        List<DayRun> runs = new ArrayList<>();
        String version = "";
        Map<String, String> machine = Map.of();
        for (String preset : presets) {
            Path folder = paths.workspace().folder("day", preset);
            try (PostgresServer server = PostgresServer.start(paths.workspace(), folder)) {
                DayRun run = new DayExperiment(paths.workspace(), server, delay.delay(), warmUp(), phases, killedAt)
                        .run(preset);
                version = server.version();
                machine = server.machine();
                paths.progress().accept("Day under %s: %s".formatted(preset, run.sums()));
                if (!run.sums().exact()) {
                    throw new ExperimentException(
                            "The sums of the day under %s are not exact: %s".formatted(preset, run.sums()));
                }
                runs.add(run);
            }
        }
        return new DayResult(version, BuildCommit.current(), Instant.now(), machine, delay.micros(), kill, runs);
    }
}
