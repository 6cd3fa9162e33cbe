package io.concor.experiments.result;

import io.concor.experiments.testbed.Database;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cost of requests of a case on a database, at several loads.
 *
 * @param number number of the case
 * @param database null for none
 * @param databaseVersion name and version of the server; null for none
 * @param commit the measured commit
 * @param ended end of the measurement
 * @param machine facts about the machine
 * @param breakingPoint rate at which the twin broke, in requests per second
 * @param timing durations of warm-up, lead-in and each run
 * @param completedBy what completed a request
 * @param runs all runs in chronological order
 */
public record CostResult(
        int number,
        @Nullable Database database,
        @Nullable String databaseVersion,
        String commit,
        Instant ended,
        Map<String, String> machine,
        int breakingPoint,
        PhaseDurations timing,
        String completedBy,
        List<CostRun> runs) {

    /** Returns the name of the file. */
    public static String name(Case which, @Nullable Database database) {
        return "cost-" + CaseResult.name(which, database);
    }

    public String name() {
        return name(Case.number(number), database);
    }

    /** Returns the title in tables of several cases. */
    public String title() {
        return "Case " + number + (database == null ? "" : ", " + database.title());
    }

    /** Returns the loads in percent, in ascending order. */
    public List<Integer> loads() {
        return runs.stream().map(CostRun::loadPercent).distinct().sorted().toList();
    }

    /** Returns the numbers of the instances, in ascending order. */
    public List<Integer> instances() {
        return runs.stream().map(CostRun::instance).distinct().sorted().toList();
    }

    /** Returns a run, or an empty result if it was disturbed each time. */
    public Optional<CostRun> run(CostVariant variant, int load, int instance) {
        return runs(variant, load).filter(run -> run.instance() == instance).findAny();
    }

    private Stream<CostRun> runs(CostVariant variant, int load) {
        return runs.stream().filter(run -> run.variant() == variant && run.loadPercent() == load);
    }

    /** Returns a figure of each instance at a load. */
    public List<Double> figures(CostVariant variant, int load, ToDoubleFunction<CostRun> figure) {
        return runs(variant, load).mapToDouble(figure).boxed().toList();
    }

    /** Returns the deviation of the CPU time from that of the twin, for each instance that has both, in percent. */
    public List<Double> deviations(CostVariant variant, int load) {
        return instances().stream()
                .flatMap(instance -> run(variant, load, instance)
                        .flatMap(run -> run(CostVariant.TWIN, load, instance)
                                .map(twin -> Equations.deviation(
                                        run.cost().cpuMicros(), twin.cost().cpuMicros())))
                        .stream())
                .toList();
    }
}
