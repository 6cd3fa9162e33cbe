package io.concor.experiments.laboratory;

import io.concor.experiments.testbed.ExperimentException;
import java.util.List;
import java.util.stream.Stream;

/** All plants and healthy runs in a flow of the laboratory. */
final class Plants {

    private Plants() {}

    /** Returns what runs by default: all but the {@link FurtherPlants}. */
    static List<Plant> all() {
        return Stream.of(
                        ConnectionPlants.all(),
                        RemotePlants.all(),
                        ThreadPlants.all(),
                        MachinePlants.all(),
                        ProductionPlants.all(),
                        HealthyRuns.all())
                .flatMap(List::stream)
                .toList();
    }

    static Plant named(String name) {
        return named(Stream.concat(all().stream(), FurtherPlants.all().stream()).toList(), name);
    }

    /** Returns the plant of this name. */
    static <E extends Expectation> E named(List<E> plants, String name) {
        return plants.stream()
                .filter(plant -> plant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ExperimentException("There is no plant %s, but %s"
                        .formatted(name, plants.stream().map(Expectation::name).toList())));
    }
}
