package io.concor.queues.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnRowsTest {

    private final Set<Integer> owned = new HashSet<>(Set.of(0));
    private final OwnRows rows = new OwnRows(4, owned::contains);

    @Test
    void knowsNothingOfLanesIntoWhichItHasPutNothing() throws SQLException {
        rows.put(0, 7);
        assertThat(rows.mayBeWithOthers()).isFalse();
        rows.look(lane -> {
            throw new AssertionError("lane " + lane + " is its own");
        });
    }

    @Test
    void theyAreThereUntilTheLaneOfAnotherBeginsBehindThem() throws SQLException {
        rows.put(1, 7);
        rows.put(1, 6);
        rows.look(lane -> 7);
        assertThat(rows.mayBeWithOthers()).isTrue();
        rows.look(lane -> 8);
        assertThat(rows.mayBeWithOthers()).isFalse();
        rows.put(1, 9);
        assertThat(rows.mayBeWithOthers()).isTrue();
        rows.look(lane -> 0);
        assertThat(rows.mayBeWithOthers()).isFalse();
    }

    @Test
    void whatIsPutWhileItLooksMayBeThere() throws SQLException {
        rows.put(2, 1);
        rows.look(lane -> {
            rows.put(2, 2);
            return 0;
        });
        assertThat(rows.mayBeWithOthers()).isTrue();
    }

    @Test
    void aLaneThatGoesToAnotherProcessTakesThemAlong() {
        rows.put(0, 7);
        owned.clear();
        assertThat(rows.mayBeWithOthers()).isTrue();
    }
}
