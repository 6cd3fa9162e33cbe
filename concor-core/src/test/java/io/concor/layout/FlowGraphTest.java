package io.concor.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The ways of events, and the stages along them. */
class FlowGraphTest {

    /** Events go from 0 to 1, and from there or from 2 on to 3. */
    private static final FlowGraph MERGE = new FlowGraph(1, 3, 3, 4, FlowGraph.END);

    private static List<@Nullable JoinSettings> slots(@Nullable JoinSettings... slots) {
        return Arrays.asList(slots);
    }

    @Test
    void leadsThroughAChainToTheEnd() {
        FlowGraph chain = FlowGraph.chain(3);

        assertThat(IntStream.iterate(chain.entry(), i -> i != FlowGraph.END, chain::next))
                .containsExactly(0, 1, 2);
        assertThat(chain.previous(0)).isEmpty();
        assertThat(chain.previous(2)).containsExactly(1);
        assertThat(chain.previous(FlowGraph.END)).containsExactly(2);
    }

    @Test
    void knowsAllFromWhichEventsCome() {
        assertThat(MERGE.previous(3)).containsExactly(1, 2);
    }

    @Test
    void aStageLeavesOutComponentsThatItsEventsDoNotPass() {
        Stages stages = new Stages(MERGE, Collections.nCopies(5, null), i -> false);

        assertThat(stages.stage(0)).containsExactly(0, 1, 3, 4);
        assertThat(stages.runFrom(0)).containsExactly(0, 1, 3, 4);
    }

    @Test
    void oneJoinServesAComponentOnlyIfItsThreadsBringAllEvents() {
        JoinSettings single = JoinSettings.single();

        Stages same = new Stages(MERGE, slots(single, null, null, single, null), i -> false);
        Stages several = new Stages(MERGE, slots(single, null, single, null, null), i -> false);

        assertThat(same.serving(4)).isEqualTo(3);
        assertThat(several.serving(4)).isEqualTo(Stages.NO_SLOT);
        assertThat(several.isRunByCallers(1)).isFalse();
    }

    @Test
    void clientsRunAComponentToWhichATransitionLeads() {
        Stages stages = new Stages(MERGE, slots(null, null, JoinSettings.single(), null, null), i -> i == 1);

        assertThat(IntStream.range(0, 5).filter(stages::isRunByClients)).containsExactly(3, 4);
    }
}
