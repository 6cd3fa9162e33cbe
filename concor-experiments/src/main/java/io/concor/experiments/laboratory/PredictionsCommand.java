package io.concor.experiments.laboratory;

import io.concor.simulator.OptionValidator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares predictions with what the change then brings. */
@Command(
        name = "predictions",
        description = "Asks what changes of a flow with the shape of mo-flow would bring, makes them and measures.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class PredictionsCommand implements Callable<Integer> {

    private static final int MIN_SECONDS = 2;
    private static final int MAX_SECONDS = 600;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "FLOW",
            description = "Flows: remote, connections, commit," + " computing. Default: all.")
    private List<String> only = List.of();

    @Option(names = "--cases", defaultValue = "1000", description = "How many changes are tried at most. Default: all.")
    private int cases;

    @Option(
            names = "--seconds",
            defaultValue = "14",
            description = "How long the flow runs before and after a change; figures are those of the last ten seconds."
                    + " Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--result",
            paramLabel = "FILE",
            defaultValue = "concor-experiments/target/predictions.json",
            description = "File for the results. Default: ${DEFAULT-VALUE}.")
    private Path result = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        OptionValidator validator = new OptionValidator(spec);
        validator.requireBetween("--seconds", seconds, MIN_SECONDS, MAX_SECONDS);
        List<PredictionCase> wanted = PredictionCase.all().stream()
                .filter(tried -> only.isEmpty() || only.contains(tried.setup()))
                .limit(cases)
                .toList();
        List<PredictionResult> results = new ArrayList<>();
        for (PredictionCase tried : wanted) {
            results.add(PredictionRun.run(tried, Duration.ofSeconds(seconds)));
            ResultFile.write(result, results);
            spec.commandLine().getErr().printf("%d of %d%n", results.size(), wanted.size());
        }
        spec.commandLine().getOut().println(PredictionTable.of(results));
        return ExitCode.OK;
    }
}
