package io.concor.queues.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.row.LaneRow;
import org.junit.jupiter.api.Test;

class LaneStateTest {

    private final LaneState lane = new LaneState(new LaneRow(1, 0, "me", 1, 0));

    @Test
    void aRowIsTheNextOneIfAllOthersWereRead() {
        assertThat(lane.endsBefore(5)).isFalse();
        lane.readToEnd(true);
        assertThat(lane.endsBefore(5)).isTrue();
    }

    /** It may have been read before it was announced, and be gone by now. */
    @Test
    void aRowThatMayHaveBeenReadIsNotTheNextOne() {
        lane.passed(10);
        lane.rewind(3);
        lane.readToEnd(true);
        assertThat(lane.endsBefore(10)).isFalse();
        assertThat(lane.endsBefore(11)).isTrue();
    }

    @Test
    void noRowIsTheNextOneInALaneWithUnreadRowsOrThatIsLeft() {
        lane.readToEnd(true);
        lane.rewind(3);
        assertThat(lane.endsBefore(11)).isFalse();
        lane.readToEnd(true);
        lane.leave();
        assertThat(lane.endsBefore(11)).isFalse();
    }

    @Test
    void aLoweredMarkIsRaisedAgainBeforeTheNextRow() {
        lane.begins(7);
        lane.marking(100);
        lane.marked(100);
        assertThat(lane.exceedsMark(8)).isFalse();
        assertThat(lane.isMarkedAhead()).isTrue();
        assertThat(lane.lowering()).isEqualTo(7);
        assertThat(lane.exceedsMark(8)).isTrue();
        assertThat(lane.isMarkedAhead()).as("until it is known to be written").isTrue();
        lane.lowered();
        assertThat(lane.isMarkedAhead()).isFalse();
    }
}
