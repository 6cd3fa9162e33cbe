package io.concor.experiments.laboratory;

import io.concor.experiments.laboratory.flow.LaboratoryOptions;
import io.concor.experiments.options.RootOption;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the bottleneck laboratory. */
@Command(
        name = "laboratory",
        description =
                "Plants causes in a flow with the shape of mo-flow, or in samples, and checks whether the verdict names"
                        + " them, and whether healthy runs raise no alarm. A verdict may take --seconds, and a healthy run lasts"
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

    @Option(
            names = "--in",
            split = ",",
            paramLabel = "SAMPLE",
            description = "Plants causes in the tasks of these samples, which run as separate processes: mo-flow, ussd,"
                    + " money-tracker. Default: in a flow of the laboratory.")
    private List<String> samples = List.of();

    @Option(
            names = "--further",
            description =
                    "Plants the causes of someone who did not know the rules, instead of the others, in a flow of the"
                            + " laboratory.")
    private boolean further;

    @Mixin
    private final RootOption root = new RootOption();

    @Mixin
    private final LaboratoryOptions options = new LaboratoryOptions("laboratory", 30);

    @Override
    public Integer call() throws Exception {
        if (further && !samples.isEmpty()) {
            throw options.validator().invalid("--further is given with --in: the further plants are in no sample");
        }
        loads.forEach(load -> options.validator().requireBetween("--loads", load, MIN_LOAD, MAX_LOAD));
        Duration patience = Duration.ofSeconds(options.seconds(1, MAX_SECONDS));
        options.print(LaboratoryTable.of(
                samples.isEmpty()
                        ? runAll(
                                further ? FurtherPlants.all() : Plants.all(),
                                (plant, load) -> run(plant, load, patience))
                        : runAll(samplePlants(), (plant, load) -> runSample(plant, load, patience))));
        return ExitCode.OK;
    }

    private List<SamplePlant> samplePlants() {
        samples.stream()
                .filter(sample -> !SamplePlants.samples().contains(sample))
                .findFirst()
                .ifPresent(unknown -> {
                    throw options.validator()
                            .invalid("--in is %s: it must be one or more of %s"
                                    .formatted(unknown, String.join(", ", SamplePlants.samples())));
                });
        return SamplePlants.in(samples);
    }

    /** Runs a plant. */
    @FunctionalInterface
    private interface Runner<E extends Expectation> {

        PlantResult run(E plant, double load) throws Exception;
    }

    private <E extends Expectation> List<PlantResult> runAll(List<E> all, Runner<E> runner) throws Exception {
        List<PlantResult> results = new ArrayList<>();
        for (String name : options.names(all.stream().map(Expectation::name).toList())) {
            E plant = Plants.named(all, name);
            for (double load : plant.isHealthy() ? List.of(1.0) : loads) {
                results.add(report(runner.run(plant, load)));
                options.write(results);
            }
        }
        return results;
    }

    private static PlantResult run(Plant plant, double load, Duration patience) throws Exception {
        if (plant.name().startsWith("pinned") && Runtime.version().feature() < JAVA_WITH_VIRTUAL_THREADS) {
            return PlantResult.skipped(plant, load, "needs Java 21 or newer");
        }
        return plant.jvmOptions().isEmpty() ? PlantRun.run(plant, load, patience) : OwnJvm.run(plant, load, patience);
    }

    /** A sample that fails does not prevent the others. */
    private PlantResult runSample(SamplePlant plant, double load, Duration patience) throws Exception {
        Workspace workspace = root.workspace();
        try {
            return SampleRun.run(plant, load, patience, workspace);
        } catch (ExperimentException failed) {
            return PlantResult.skipped(plant, load, failed.messageWithCause());
        }
    }

    private PlantResult report(PlantResult found) {
        options.progress("%s at %.1f times: %s; %s"
                .formatted(
                        found.plant(),
                        found.load(),
                        found.isSkipped() ? "skipped" : found.right() ? "right" : "wrong",
                        Objects.requireNonNullElse(found.note(), found.summary())));
        return found;
    }
}
