package io.concor.experiments.clientqueues;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.simulator.queues.QueuesSecond;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The steps of one run, in each of which a setting of the server has another value, while the clients go on. It receives the
 * seconds of the run, and changes the setting between two of them. Used by one thread.
 */
public final class LiveSteps implements Consumer<QueuesSecond> {

    /** The least number of seconds of a step. */
    public static final int LEAST_SECONDS = 5;

    /** Seconds after a change that do not count. */
    private static final int SETTLING = 2;

    private static final double MICROS_PER_MILLI = 1000;

    private final VariedSetting setting;
    private final List<Integer> values;
    private final int stepSeconds;
    private final IntConsumer change;
    private final Supplier<String> verdict;
    private final List<Step> steps;
    private int countedFrom;

    /**
     * Creates the steps.
     *
     * @param values the values of the setting
     * @param rounds how often each has its turn
     * @param stepSeconds how long each time
     * @param change gives the setting a value
     * @param verdict returns what limits the server now
     */
    public LiveSteps(
            VariedSetting setting,
            List<Integer> values,
            int rounds,
            int stepSeconds,
            IntConsumer change,
            Supplier<String> verdict) {
        this.setting = setting;
        this.values = values.stream().sorted().distinct().toList();
        this.stepSeconds = stepSeconds;
        this.change = change;
        this.verdict = verdict;
        steps = IntStream.range(0, rounds)
                .boxed()
                .flatMap(round -> values.stream().map(Step::new))
                .toList();
    }

    /** A value for a time. */
    private static final class Step {

        private final int value;
        private final List<QueuesSecond> counted = new ArrayList<>();
        private long errors;
        private String verdict = "none";

        Step(int value) {
            this.value = value;
        }

        double requestsPerSecond() {
            return counted.stream().mapToLong(QueuesSecond::requests).average().orElse(0);
        }
    }

    /** Gives the setting the first value, before the run begins. */
    public void begin() {
        change.accept(steps.get(0).value);
    }

    /** Returns how long all steps take, in seconds. */
    public int seconds() {
        return steps.size() * stepSeconds;
    }

    @Override
    public void accept(QueuesSecond second) {
        int index = second.second();
        if (index >= 0 && index < seconds()) {
            Step step = steps.get(index / stepSeconds);
            step.errors += second.errors();
            if (index >= countedFrom) {
                step.counted.add(second);
            }
        }
        int next = index + 1;
        if (next > 0 && next <= seconds() && next % stepSeconds == 0) {
            steps.get(index / stepSeconds).verdict = verdict.get();
            if (next < seconds()) {
                change(steps.get(next / stepSeconds).value, next);
            }
        }
    }

    /** Does not count the seconds that have passed meanwhile, and those after it. */
    private void change(int value, int first) {
        long begin = System.nanoTime();
        change.accept(value);
        countedFrom = first + SETTLING + (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    }

    /** Returns a row for each value. */
    public String table() {
        MarkdownTable table = new MarkdownTable(
                setting.title(),
                "requests per second, median of steps",
                "fewest",
                "most",
                "ms p50 / p99, medians of seconds",
                "errors",
                "verdict");
        values.forEach(value -> table.row(row(value)));
        return table.markdown();
    }

    private List<String> row(int value) {
        List<Step> ofValue = steps.stream().filter(step -> step.value == value).toList();
        double[] rates =
                ofValue.stream().mapToDouble(Step::requestsPerSecond).sorted().toArray();
        return List.of(
                Integer.toString(value),
                format("%.0f", rates[rates.length / 2]),
                format("%.0f", rates[0]),
                format("%.0f", rates[rates.length - 1]),
                format(
                        "%.2f / %.2f",
                        medianMillis(ofValue, second -> second.latencies().p50Micros()),
                        medianMillis(ofValue, second -> second.latencies().p99Micros())),
                Long.toString(ofValue.stream().mapToLong(step -> step.errors).sum()),
                ofValue.stream().map(step -> step.verdict).distinct().collect(Collectors.joining(", ")));
    }

    private static double medianMillis(List<Step> steps, ToDoubleFunction<QueuesSecond> micros) {
        double[] sorted = steps.stream()
                .flatMap(step -> step.counted.stream())
                .mapToDouble(micros)
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2] / MICROS_PER_MILLI;
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
