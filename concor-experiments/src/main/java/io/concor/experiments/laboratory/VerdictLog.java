package io.concor.experiments.laboratory;

import io.concor.diagnosis.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The verdicts about a planted flow, in the order of time. For one thread. */
final class VerdictLog {

    /** How long a right verdict must stay before it counts. */
    private static final double HOLDS_SECONDS = 3;

    private final Expectation plant;
    private final double load;
    private final double begin;
    private final List<String> verdicts = new ArrayList<>();
    private @Nullable Verdict last;
    private double rightSince = Double.NaN;

    /**
     * Creates an empty log.
     *
     * @param load the load as a multiple of what the cause allows
     * @param begin seconds from the start to the begin of the cause; earlier verdicts are not right
     */
    VerdictLog(Expectation plant, double load, double begin) {
        this.plant = plant;
        this.load = load;
        this.begin = begin;
    }

    /** Adds the verdict at a time after the start. Returns whether it has been right for long enough. */
    boolean add(Verdict verdict, double seconds) {
        String named = PlantResult.place(verdict);
        if (last == null || !named.equals(PlantResult.place(last))) {
            verdicts.add(at(seconds, named));
        }
        last = verdict;
        boolean right = seconds >= begin && plant.isNamedBy(verdict);
        rightSince = !right ? Double.NaN : Double.isNaN(rightSince) ? seconds : rightSince;
        return seconds - rightSince >= HOLDS_SECONDS;
    }

    /** Returns the result of a run whose verdict was right for long enough. */
    PlantResult named(List<String> alarms, double otherProcessors) {
        return result(true, rightSince - begin, alarms, otherProcessors);
    }

    /** Returns the result of a run that ended without. */
    PlantResult ended(List<String> alarms, double otherProcessors) {
        return result(plant.isHealthy() && alarms.isEmpty(), null, alarms, otherProcessors);
    }

    private PlantResult result(boolean right, @Nullable Double seconds, List<String> alarms, double otherProcessors) {
        return last == null
                ? PlantResult.skipped(plant, load, "there was no verdict")
                : PlantResult.of(plant, load, right, seconds, last, verdicts, alarms, otherProcessors);
    }

    /** Returns what was named at a time. */
    static String at(double seconds, String named) {
        return "%.0f s: %s".formatted(seconds, named);
    }
}
