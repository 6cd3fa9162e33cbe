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

/** Runs the bottleneck laboratory. */
@Command(
        name = "laboratory",
        description = "Plants causes in a flow with the shape of mo-flow and checks whether its verdict names them, and"
                + " whether healthy runs raise no alarm.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class LaboratoryCommand implements Callable<Integer> {

    private static final int MAX_LOAD = 100;
    private static final int MAX_SECONDS = 600;
    private static final int JAVA_WITH_VIRTUAL_THREADS = 21;

    @Option(names = "--only", split = ",", paramLabel = "PLANT", description = "Plants and healthy runs. Default: all.")
    private List<String> only = List.of();

    @Option(
            names = "--loads",
            split = ",",
            paramLabel = "FACTOR",
            defaultValue = "1.2,2,5",
            description = "Loads as multiples of what the planted cause allows; healthy runs have one load. Default:"
                    + " ${DEFAULT-VALUE}.")
    private List<Double> loads = List.of();

    @Option(
            names = "--seconds",
            defaultValue = "30",
            description = "How long a verdict may take, and a healthy run lasts. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--result",
            paramLabel = "FILE",
            defaultValue = "concor-experiments/target/laboratory.json",
            description = "File for the results. Default: ${DEFAULT-VALUE}.")
    private Path result = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        OptionValidator validator = new OptionValidator(spec);
        loads.forEach(load -> validator.requireBetween("--loads", load, 0.01, MAX_LOAD));
        validator.requireBetween("--seconds", seconds, 1, MAX_SECONDS);
        List<Plant> plants =
                only.isEmpty() ? Plants.all() : only.stream().map(Plants::named).toList();
        List<PlantResult> results = new ArrayList<>();
        for (Plant plant : plants) {
            for (double load : plant.isHealthy() ? List.of(1.0) : loads) {
                results.add(run(plant, load));
                ResultFile.write(result, results);
            }
        }
        spec.commandLine().getOut().println(LaboratoryTable.of(results));
        return ExitCode.OK;
    }

    private PlantResult run(Plant plant, double load) throws Exception {
        if (plant.name().startsWith("pinned") && Runtime.version().feature() < JAVA_WITH_VIRTUAL_THREADS) {
            return PlantResult.skipped(plant, load, "needs Java 21 or newer");
        }
        Duration patience = Duration.ofSeconds(seconds);
        PlantResult found =
                plant.jvmOptions().isEmpty() ? PlantRun.run(plant, load, patience) : OwnJvm.run(plant, load, patience);
        spec.commandLine()
                .getErr()
                .printf(
                        "%s at %.1f times: %s; %s%n",
                        plant.name(), load, found.right() ? "right" : "wrong", found.summary());
        return found;
    }
}
