package io.concor.diagnosis.signal;

import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How many errors tasks have thrown. The timeouts of a flow, which end events that wait, are none.
 *
 * @param byType their number by the simple name of their class, with that of the cause that tells more
 */
public record ThrownErrors(Map<String, Double> byType) {

    /** No errors. */
    public static final ThrownErrors NONE = new ThrownErrors(Map.of());

    /** Copies the map. */
    public ThrownErrors {
        byType = Map.copyOf(byType);
    }

    /** Returns those per second between two counts. A smaller count than before has begun anew. */
    static ThrownErrors between(Map<String, Long> before, Map<String, Long> now, double seconds) {
        Map<String, Double> rates = new HashMap<>();
        now.forEach((type, count) -> {
            long known = before.getOrDefault(type, 0L);
            long errors = count < known ? count : count - known;
            if (errors > 0) {
                rates.put(type, errors / seconds);
            }
        });
        return new ThrownErrors(rates);
    }

    /** Returns a multiple of them. */
    public ThrownErrors times(double factor) {
        Map<String, Double> multiple = new HashMap<>(byType);
        multiple.replaceAll((type, errors) -> errors * factor);
        return new ThrownErrors(multiple);
    }

    /** Returns these and others. */
    public ThrownErrors plus(ThrownErrors others) {
        Map<String, Double> sum = new HashMap<>(byType);
        others.byType.forEach((type, errors) -> sum.merge(type, errors, Double::sum));
        return new ThrownErrors(sum);
    }

    /** Returns the type of most of them; of several the first by name. */
    public Optional<String> mostFrequent() {
        return byType.entrySet().stream()
                .max(Entry.<String, Double>comparingByValue()
                        .thenComparing(Entry.<String, Double>comparingByKey().reversed()))
                .map(Entry::getKey);
    }

    /** Whether most of them are of some types. */
    public boolean areMostly(Predicate<String> types) {
        double all = byType.values().stream().mapToDouble(errors -> errors).sum();
        double some = byType.entrySet().stream()
                .filter(errors -> types.test(errors.getKey()))
                .mapToDouble(Entry::getValue)
                .sum();
        return 2 * some > all;
    }
}
