package io.concor.experiments.laboratory.cost;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.laboratory.flow.LaboratoryOptions;
import io.concor.experiments.options.AttemptOptions;
import io.concor.experiments.result.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures what it costs to keep a verdict about a flow. */
@Command(
        name = "diagnosis-cost",
        description =
                "Measures the CPU time of a flow in pairs: with diagnosis and advising autopilot, and without, each for"
                        + " --seconds. Before, both run for --warm-up: the JVM interprets what runs once a second for"
                        + " some minutes. Names: mo-flow.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class DiagnosisCostCommand implements Callable<Integer> {

    private static final int MAX_SECONDS = 600;
    private static final int MAX_WARM_UP_SECONDS = 3_600;
    private static final int MIN_PAIRS = 2;
    private static final int MAX_PAIRS = 1_000;

    @Option(
            names = "--rate",
            defaultValue = "5000",
            description = "The load, in events per second. Default: ${DEFAULT-VALUE}.")
    private double rate;

    @Option(names = "--pairs", defaultValue = "8", description = "How many pairs. Default: ${DEFAULT-VALUE}.")
    private int pairs;

    @Option(
            names = "--warm-up",
            defaultValue = "300",
            paramLabel = "SECONDS",
            description = "How long a diagnosis runs before the first pair. Default: ${DEFAULT-VALUE}.")
    private int warmUp;

    @Mixin
    private final LaboratoryOptions options = new LaboratoryOptions("diagnosis-cost", 60);

    @Override
    public Integer call() throws Exception {
        options.validator().requireBetween("--rate", rate, 1, AttemptOptions.MAX_RATE);
        options.validator().requireBetween("--pairs", pairs, MIN_PAIRS, MAX_PAIRS);
        options.validator().requireBetween("--warm-up", warmUp, 0, MAX_WARM_UP_SECONDS);
        Duration time = Duration.ofSeconds(options.seconds(1, MAX_SECONDS));
        options.names(List.of(LaboratoryFlow.NAME));
        options.print(table(measure(time)));
        return ExitCode.OK;
    }

    private List<DiagnosisCost> measure(Duration time) throws Exception {
        List<DiagnosisCost> results = new ArrayList<>();
        try (DiagnosisCostRun run = new DiagnosisCostRun(rate, time)) {
            options.progress("warm-up of %d s".formatted(warmUp));
            run.warmUp(Duration.ofSeconds(warmUp));
            for (int i = 0; i < pairs; i++) {
                results.add(i % 2 == 0 ? run.withAndWithout() : run.withoutAndWith());
                options.write(results);
                options.progress("%d of %d".formatted(results.size(), pairs));
            }
        }
        return results;
    }

    private static String table(List<DiagnosisCost> results) {
        MarkdownTable table = new MarkdownTable("", "median", "least", "most", "mean, 95 %");
        row(table, "with diagnosis, % of a processor", results, DiagnosisCost::with);
        row(table, "without, % of a processor", results, DiagnosisCost::without);
        row(table, "difference, % of a processor", results, DiagnosisCost::difference);
        row(table, "the thread that reads, % of a processor", results, DiagnosisCost::reading);
        row(table, "events per second with diagnosis", results, DiagnosisCost::rate);
        return table.markdown();
    }

    private static void row(
            MarkdownTable table, String what, List<DiagnosisCost> results, ToDoubleFunction<DiagnosisCost> figure) {
        List<Double> values = results.stream().mapToDouble(figure).boxed().toList();
        DescriptiveStatistics spread = new DescriptiveStatistics();
        values.forEach(spread::addValue);
        ConfidenceInterval mean = ConfidenceInterval.of(values);
        table.row(List.of(
                what,
                "%.2f".formatted(spread.getPercentile(50)),
                "%.2f".formatted(spread.getMin()),
                "%.2f".formatted(spread.getMax()),
                "%.2f ± %.2f".formatted(mean.mean(), mean.halfWidth())));
    }
}
