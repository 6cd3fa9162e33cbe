package io.concor.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.fixture.RunningFlows;
import io.concor.statistics.FlowStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is reported stays as it was. */
class ReportsTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private void start() {
        flows.start(Flows.<String>create("flow")
                .map(message -> message, "a")
                .join(JoinSettings.single())
                .map(message -> message, "b")
                .map(message -> message, "c"));
    }

    private static void fixed(List<?> list) {
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(list::clear);
    }

    @Test
    void aStopsPlacesCannotBeChangedAndKeepTheirOrder() {
        Map<String, Integer> places = new TreeMap<>(Map.of("b", 2, "a", 1, "c", 3));
        StopReport report = new StopReport("flow", 6, places, 0);

        places.clear();

        assertThat(report.places()).containsExactly(Map.entry("a", 1), Map.entry("b", 2), Map.entry("c", 3));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> report.places().clear());
        assertThat(report.placesInWords()).isEqualTo("1 at 'a', 2 at 'b', 3 at 'c'");
    }

    @Test
    void aStopSaysHowManyOfItsEventsHaveNoPlace() {
        assertThat(new StopReport("flow", 3, Map.of("store", 2), 0).placesInWords())
                .isEqualTo("2 at 'store', 1 moving on");
        assertThat(new StopReport("flow", 2, Map.of(), 0).placesInWords()).isEqualTo("2 moving on");
        assertThat(new StopReport("flow", 0, Map.of(), 1).placesInWords()).isEmpty();
    }

    @Test
    void aTopologyCannotBeChanged() {
        start();

        Topology topology = flows.manager().flow("flow").topology();

        assertThat(topology.slots()).containsExactly(null, JoinSettings.single(), null);
        assertThat(topology.stages())
                .extracting(Topology.Stage::components)
                .containsExactly(List.of("a"), List.of("b", "c"));
        Stream.of(topology.components(), topology.slots(), topology.stages()).forEach(ReportsTest::fixed);
        List<String> names = new ArrayList<>(List.of("a"));
        Topology.Stage stage = new Topology.Stage("a", names, null);
        names.clear();
        assertThat(stage.components()).containsExactly("a");
    }

    @Test
    void statisticsCannotBeChanged() {
        start();

        FlowStatistics statistics = flows.manager().flow("flow").statistics();

        fixed(statistics.slots());
        Stream.of(statistics.window(), statistics.sinceStart())
                .flatMap(period -> Stream.of(period.components(), period.slots(), period.stages()))
                .forEach(ReportsTest::fixed);
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(1)).places())
                .isEmpty();
    }
}
