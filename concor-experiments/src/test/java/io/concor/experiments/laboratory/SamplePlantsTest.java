package io.concor.experiments.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.laboratory.Plant.Expected;
import io.concor.experiments.testbed.SampleApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SamplePlantsTest {

    private static final Pattern NAMED =
            Pattern.compile("--(?:plants\\.tasks|concor\\.flows\\..*\\.slots)\\.([^.]+)\\..*");

    static List<SamplePlant> all() {
        return SamplePlants.all();
    }

    @Test
    void plantsAtLeastTwentyCausesInThreeSamples() {
        assertThat(all()).extracting(SamplePlant::name).doesNotHaveDuplicates();
        assertThat(all().stream().filter(plant -> !plant.isHealthy())).hasSizeGreaterThanOrEqualTo(20);
        assertThat(all())
                .extracting(SamplePlant::sample)
                .containsOnly(SampleApplication.MO_FLOW, SampleApplication.USSD, SampleApplication.MONEY_TRACKER);
    }

    @ParameterizedTest
    @MethodSource("all")
    void namesComponentsAndBeansOfTheSample(SamplePlant plant) throws IOException {
        String flow = plant.sample().flow();
        String configured =
                Files.readString(Path.of("../sample-%s/src/main/resources/application.yml".formatted(flow)));
        Stream<String> expected =
                plant.expected().stream().map(Expected::component).filter(Objects::nonNull);
        Stream<String> changed = plant.settings().options().arguments().stream()
                .map(NAMED::matcher)
                .filter(Matcher::matches)
                .map(named -> named.group(1));

        assertThat(Stream.concat(expected, changed)).allSatisfy(name -> assertThat(configured)
                .containsPattern("- (name: )?%s\\b|task: %s\\b".formatted(name, name)));
    }

    @Test
    void startsTheSampleWithTheCause() {
        SamplePlant plant = Plants.named(all(), "mo-flow/few-connections");

        assertThat(plant.settings().moreProfiles()).containsExactly("plants");
        assertThat(plant.settings().options().withPlants()).isTrue();
        assertThat(plant.settings().options().arguments())
                .contains("--spring.datasource.hikari.maximum-pool-size=2", "--mo-flow.database-delay=12ms");
    }

    @Test
    void selectsThePlantsOfSamples() {
        assertThat(SamplePlants.in(List.of("ussd"))).isNotEmpty().allMatch(plant -> plant.name()
                .startsWith("ussd/"));
    }
}
