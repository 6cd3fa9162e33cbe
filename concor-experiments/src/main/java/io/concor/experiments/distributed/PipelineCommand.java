package io.concor.experiments.distributed;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.benchmarks.report.SortedFigures;
import io.concor.experiments.options.CommandOutput;
import io.concor.experiments.options.RootOption;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.OptionValidator;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures a pipeline in one process and spread over three. */
@Command(
        name = "pipeline",
        description =
                "Measures how long a pipeline takes, in one process and spread over three with remote slots between"
                        + " them. Each run has new processes and a new broker; medians are printed.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class PipelineCommand implements Callable<Integer> {

    private static final int MAX_ROUNDS = 100;
    private static final int FEWEST_STAGES = 3;
    private static final int MAX_STAGES = 100;
    private static final int MAX_ELEMENTS = 1_000_000;
    private static final int MAX_CHARACTERS = 1 << 20;
    private static final int MAX_CYCLES = 1_000_000_000;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    @Option(
            names = "--stages",
            defaultValue = "3",
            description = "Stages that burn CPU. Default: ${DEFAULT-VALUE}, as the thesis has between source and end.")
    private int stages;

    @Option(names = "--elements", defaultValue = "5000", description = "Sent in a run. Default: ${DEFAULT-VALUE}.")
    private int elements;

    @Option(
            names = "--characters",
            split = ",",
            paramLabel = "COUNT",
            defaultValue = "1,1048576",
            description = "Sizes of elements. Default: ${DEFAULT-VALUE}.")
    private List<Integer> characters = List.of();

    @Option(
            names = "--cycles",
            defaultValue = "3000000",
            description = "That each stage burns for an element. Default: ${DEFAULT-VALUE}.")
    private int cycles;

    @Option(
            names = "--spreads",
            split = ",",
            defaultValue = "ONE,PLAIN,TLS",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private List<Spread> spreads = List.of();

    @Option(names = "--rounds", defaultValue = "3", description = "Runs of each. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Mixin
    private final RootOption root = new RootOption();

    @Mixin
    private final CommandOutput console = new CommandOutput();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        validator.requireBetween("--stages", stages, FEWEST_STAGES, MAX_STAGES);
        validator.requireBetween("--elements", elements, 1, MAX_ELEMENTS);
        characters.forEach(count -> validator.requireBetween("--characters", count, 1, MAX_CHARACTERS));
        validator.requireBetween("--cycles", cycles, 0, MAX_CYCLES);
        validator.requireBetween("--rounds", rounds, 1, MAX_ROUNDS);
        console.printProvenance();
        characters.forEach(this::compare);
        return ExitCode.OK;
    }

    private void compare(int ofCharacters) {
        console.print("%d stages of %,d cycles, %,d elements of %,d characters, %d rounds"
                .formatted(stages, cycles, elements, ofCharacters, rounds));
        Workspace workspace = root.workspace();
        PipelineRun run = new PipelineRun(workspace, workspace.folder("distributed", "pipeline"));
        Map<Spread, List<PipelineResult>> results = new EnumMap<>(Spread.class);
        for (int round = 0; round < rounds; round++) { // so that a drift of the machine concerns all of them
            for (Spread spread : spreads) {
                results.computeIfAbsent(spread, none -> new ArrayList<>())
                        .add(run.run(pipeline(spread, ofCharacters), spread));
            }
        }
        console.print(table(results));
    }

    private Pipeline pipeline(Spread spread, int ofCharacters) {
        return new Pipeline(stages, spread.processes(), elements, ofCharacters, cycles);
    }

    private String table(Map<Spread, List<PipelineResult>> results) {
        MarkdownTable table = new MarkdownTable(
                "", "seconds, median", "fewest", "most", "CPU, seconds", "CPU, µs per element", "out of order");
        results.forEach((spread, runs) -> {
            SortedFigures seconds = SortedFigures.of(runs, run -> run.time().toNanos() / NANOS_PER_SECOND);
            double cpu = SortedFigures.of(runs, run -> run.cpu().toNanos() / NANOS_PER_SECOND)
                    .median();
            table.row(
                    spread.title(),
                    format(seconds.median()),
                    format(seconds.least()),
                    format(seconds.most()),
                    format(cpu),
                    format(cpu * NANOS_PER_SECOND / NANOS_PER_MICRO / elements),
                    Integer.toString(
                            runs.stream().mapToInt(PipelineResult::outOfOrder).sum()));
        });
        return table.markdown();
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
