package io.concor.experiments.clientqueues.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Loads one after the other.
 *
 * @param measurements of all rounds, in order
 */
record LoadResult(Map<String, String> database, List<Measurement> measurements) implements Result {

    /**
     * The runs of a load.
     *
     * @param runs one of each round, the slowest first
     */
    record Runs(List<Measurement> runs) {

        /** Returns the one with the median of the requests per second. */
        Measurement median() {
            return runs.get(runs.size() / 2);
        }

        Measurement slowest() {
            return runs.get(0);
        }

        Measurement fastest() {
            return runs.get(runs.size() - 1);
        }

        long errors() {
            return runs.stream().mapToLong(run -> run.load().errors()).sum();
        }

        String verdicts() {
            return runs.stream().map(run -> run.servers().verdict()).distinct().collect(Collectors.joining(", "));
        }
    }

    private record Key(Bench bench, LoadPoint point) {}

    /** Returns the runs by load. */
    List<Runs> runs() {
        Map<Key, List<Measurement>> byLoad = measurements.stream()
                .collect(Collectors.groupingBy(
                        run -> new Key(run.bench(), run.point()), LinkedHashMap::new, Collectors.toList()));
        return byLoad.values().stream()
                .map(runs -> new Runs(runs.stream()
                        .sorted(Comparator.comparingDouble(run -> run.load().requestsPerSecond()))
                        .toList()))
                .toList();
    }

    @Override
    public List<LoadSummary> loads() {
        return measurements.stream().map(Measurement::load).toList();
    }

    @Override
    public List<String> files() {
        return measurements.stream().flatMap(run -> run.files().stream()).toList();
    }
}
