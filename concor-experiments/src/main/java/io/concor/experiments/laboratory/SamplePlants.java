package io.concor.experiments.laboratory;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** All plants and healthy runs in samples. */
final class SamplePlants {

    /** After this time under load, what is slow becomes slow. The first ten seconds warm up the JVM. */
    static final Duration HEALTHY_TIME = Duration.ofSeconds(20);

    private SamplePlants() {}

    static List<SamplePlant> all() {
        return Stream.of(MoFlowPlants.all(), UssdPlants.all(), MoneyTrackerPlants.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the names of the samples, which are those of their flows. */
    static List<String> samples() {
        return all().stream().map(plant -> plant.sample().flow()).distinct().toList();
    }

    /** Returns the plants in these samples. */
    static List<SamplePlant> in(List<String> samples) {
        return all().stream()
                .filter(plant -> samples.contains(plant.sample().flow()))
                .toList();
    }
}
