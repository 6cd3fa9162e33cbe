package io.concor.experiments.laboratory.prediction;

import io.concor.experiments.laboratory.flow.LaboratoryOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares predictions with what the change then brings. */
@Command(
        name = "predictions",
        description = "Asks what changes of a flow with the shape of mo-flow would bring, makes them and measures. The"
                + " flow runs for --seconds before and after a change, and then until its figures, those of"
                + " ten seconds, were read as often as --readings; the reading with the median p99 counts."
                + " Names: remote, connections, commit, computing.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class PredictionsCommand implements Callable<Integer> {

    private static final int MIN_SECONDS = 2;
    private static final int MAX_SECONDS = 600;
    private static final int MAX_CASES = 1_000;
    private static final int MAX_READINGS = 9;

    @Option(
            names = "--cases",
            paramLabel = "NUMBER",
            defaultValue = "1000",
            description = "How many changes are tried at most. Default: all.")
    private int cases;

    @Option(
            names = "--readings",
            paramLabel = "NUMBER",
            defaultValue = "3",
            description = "How often figures are read before and after a change. Default: ${DEFAULT-VALUE}.")
    private int readings;

    @Mixin
    private final LaboratoryOptions options = new LaboratoryOptions("predictions", 14);

    @Override
    public Integer call() throws Exception {
        options.validator().requireBetween("--cases", cases, 1, MAX_CASES);
        options.validator().requireBetween("--readings", readings, 1, MAX_READINGS);
        Duration settle = Duration.ofSeconds(options.seconds(MIN_SECONDS, MAX_SECONDS));
        List<PredictionCase> wanted = wanted();
        List<PredictionResult> results = new ArrayList<>();
        for (PredictionCase tried : wanted) {
            results.add(PredictionRun.run(tried, settle, readings));
            options.write(results);
            options.progress("%d of %d".formatted(results.size(), wanted.size()));
        }
        options.print(PredictionTable.of(results));
        return ExitCode.OK;
    }

    private List<PredictionCase> wanted() {
        List<PredictionCase> all = PredictionCase.all();
        List<String> names =
                options.names(all.stream().map(PredictionCase::setup).distinct().toList());
        return all.stream()
                .filter(tried -> names.contains(tried.setup()))
                .limit(cases)
                .toList();
    }
}
