package io.concor.experiments.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.Component;
import io.concor.Flow;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.diagnosis.verdict.Verdict.Suspect;
import io.concor.experiments.laboratory.Plant.Expected;
import io.concor.experiments.laboratory.Plant.Match;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.manage.Manager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlantTest {

    private static Verdict verdict(Cause cause, String component, Suspect... suspects) {
        return new Verdict(
                "flow",
                State.LIMITED,
                Instant.EPOCH,
                cause,
                component,
                component,
                0.9,
                "",
                List.of(),
                List.of(),
                List.of(suspects),
                List.of(),
                null,
                null);
    }

    private static Plant plant(Match match, Expected... expected) {
        return new Plant("plant", List.of(expected), match, 1, List.of(), flow -> {});
    }

    @Test
    void acceptsTheCauseAtItsComponentOnly() {
        Plant plant = plant(Match.ANY, new Expected(Cause.LOCK, "a"));

        assertThat(plant.isNamedBy(verdict(Cause.LOCK, "a"))).isTrue();
        assertThat(plant.isNamedBy(verdict(Cause.LOCK, "b"))).isFalse();
        assertThat(plant.isNamedBy(verdict(Cause.CPU, "a"))).isFalse();
    }

    @Test
    void wantsTheOtherOfTwoCausesAmongTheSuspects() {
        Plant plant = plant(Match.ALL, new Expected(Cause.LOCK, "a"), new Expected(Cause.CPU, null));

        assertThat(plant.isNamedBy(verdict(Cause.LOCK, "a"))).isFalse();
        assertThat(plant.isNamedBy(verdict(Cause.LOCK, "a", new Suspect(Cause.CPU, "c", 0.2))))
                .isTrue();
    }

    @Test
    void hasNoNameTwice() {
        assertThat(Stream.concat(Plants.all().stream(), FurtherPlants.all().stream()))
                .extracting(Plant::name)
                .doesNotHaveDuplicates();
    }

    @Test
    void findsAFurtherPlantThatDoesNotRunByDefault() {
        assertThat(Plants.named("debug-logging").expected()).containsExactly(new Expected(Cause.CPU, null));
        assertThat(Plants.all())
                .extracting(Plant::name)
                .contains("name-lookup", "index-rebuild")
                .doesNotContain("debug-logging");
    }

    static List<Plant> furtherPlants() {
        return FurtherPlants.all();
    }

    @ParameterizedTest
    @MethodSource("furtherPlants")
    void plantsInAFlowThatHandlesMessagesAndHasTheExpectedComponents(Plant plant) throws Exception {
        LaboratoryFlow setup = new LaboratoryFlow();
        plant.planting().accept(setup);
        Manager manager = new Manager();
        Flow<Integer, Integer> flow = setup.build().get(0);
        manager.register(flow);
        try {
            assertThat(flow.submit(30)).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(30);
            assertThat(manager.flow(LaboratoryFlow.NAME).topology().components())
                    .extracting(Component::name)
                    .containsAll(plant.expected().stream()
                            .map(Expected::component)
                            .filter(Objects::nonNull)
                            .toList());
        } finally {
            manager.flow(LaboratoryFlow.NAME).stop(Duration.ofSeconds(2));
            setup.close();
        }
    }

    @Test
    void listsThePlantsIfOneIsUnknown() {
        assertThatThrownBy(() -> Plants.named("none"))
                .isInstanceOf(ExperimentException.class)
                .hasMessageContaining("few-connections")
                .hasMessageContaining("debug-logging");
    }
}
