package io.concor.experiments.laboratory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the bottleneck laboratory. */
@Command(
        name = "laboratory",
        description = "Plants causes in a flow with the shape of mo-flow and checks whether its verdict names them, and"
                + " whether healthy runs raise no alarm. A verdict may take --seconds, and a healthy run lasts"
                + " so long.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class LaboratoryCommand implements Callable<Integer> {

    private static final double MIN_LOAD = 0.01;
    private static final int MAX_LOAD = 100;
    private static final int MAX_SECONDS = 600;
    private static final int JAVA_WITH_VIRTUAL_THREADS = 21;

    @Option(
            names = "--loads",
            split = ",",
            paramLabel = "FACTOR",
            defaultValue = "1.2,2,5",
            description = "Loads as multiples of what the planted cause allows; healthy runs have one load. Default:"
                    + " ${DEFAULT-VALUE}.")
    private List<Double> loads = List.of();

    @Mixin
    private final LaboratoryOptions options = new LaboratoryOptions("laboratory", 30);

    @Override
    public Integer call() throws Exception {
        loads.forEach(load -> options.validator().requireBetween("--loads", load, MIN_LOAD, MAX_LOAD));
        Duration patience = Duration.ofSeconds(options.seconds(1, MAX_SECONDS));
        List<PlantResult> results = new ArrayList<>();
        for (String name : options.names(Plants.names())) {
            Plant plant = Plants.named(name);
            for (double load : plant.isHealthy() ? List.of(1.0) : loads) {
                results.add(run(plant, load, patience));
                options.write(results);
            }
        }
        options.print(LaboratoryTable.of(results));
        return ExitCode.OK;
    }

    private PlantResult run(Plant plant, double load, Duration patience) throws Exception {
        if (plant.name().startsWith("pinned") && Runtime.version().feature() < JAVA_WITH_VIRTUAL_THREADS) {
            return PlantResult.skipped(plant, load, "needs Java 21 or newer");
        }
        PlantResult found =
                plant.jvmOptions().isEmpty() ? PlantRun.run(plant, load, patience) : OwnJvm.run(plant, load, patience);
        options.progress("%s at %.1f times: %s; %s"
                .formatted(plant.name(), load, found.right() ? "right" : "wrong", found.summary()));
        return found;
    }
}
