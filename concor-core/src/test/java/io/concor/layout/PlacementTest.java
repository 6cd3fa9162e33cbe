package io.concor.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlacementTest {

    /** The nodes of four components, of which the first and the third have none of their own. */
    private static Placement placement(String... here) {
        return Placement.ofNodes(Arrays.asList(null, "edge", null, "core"), List.of(here));
    }

    @Test
    void aComponentWithoutANodeRunsWhereTheOneBeforeItDoes() {
        assertThat(IntStream.range(0, 4).mapToObj(placement("edge")::node))
                .containsExactly(null, "edge", "edge", "core");
        assertThat(placement("edge").nodes()).containsExactly("edge", "core");
    }

    @Test
    void theComponentsOfTheNodesOfAProcessRunHere() {
        assertThat(IntStream.range(0, 4).filter(placement("edge")::isHere)).containsExactly(0, 1, 2);
        assertThat(IntStream.range(0, 4).filter(placement("core")::isHere)).containsExactly(0, 3);
        assertThat(IntStream.range(0, 4).filter(placement("core", "edge")::isHere))
                .containsExactly(0, 1, 2, 3);
        assertThat(IntStream.range(0, 4).filter(placement("other")::isHere)).containsExactly(0);
        assertThat(placement("edge").isWhole()).isFalse();
        assertThat(placement("core", "edge").isWhole()).isTrue();
    }

    @Test
    void allRunInAProcessThatIsNoNode() {
        assertThat(placement().isWhole()).isTrue();
        assertThat(placement().here()).isEmpty();
        assertThat(IntStream.range(0, 4).filter(placement()::isExit)).isEmpty();
    }

    @Test
    void eventsLeaveInFrontOfTheFirstComponentElsewhere() {
        assertThat(IntStream.range(0, 4).filter(placement("edge")::isExit)).containsExactly(3);
        assertThat(IntStream.range(0, 4).filter(placement("core")::isExit)).containsExactly(1);
        Placement entry = Placement.ofNodes(List.of("edge", "core"), List.of("core"));
        assertThat(entry.isExit(0)).as("where events enter").isTrue();
        assertThat(entry.isExit(1)).isFalse();
    }

    @Test
    void theNodeChangesInFrontOfAComponentOfAnother() {
        assertThat(IntStream.range(0, 4).filter(placement()::changesNode)).containsExactly(1, 3);
    }

    @Test
    void aPositionThatTheFlowDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> placement().node(4)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
