package io.concor.kafka.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.queues.row.RowSpan;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a process knows of the events that it has put into an outbox. */
class OwnPutsTest {

    private static final Supplier<Optional<RowSpan>> NOTHING = Optional::empty;

    private final OwnPuts puts = new OwnPuts();

    private static Supplier<Optional<RowSpan>> rows(long first, long last) {
        return () -> Optional.of(new RowSpan(first, last));
    }

    /** Those of former processes are gone. */
    @BeforeEach
    void start() {
        assertThat(puts.look(NOTHING)).isTrue();
    }

    @Test
    void thoseOfAFormerProcessMayBeThereUntilTheyAreFoundGone() {
        OwnPuts fresh = new OwnPuts();
        assertThat(fresh.mayBeThere()).isTrue();
        assertThat(fresh.look(rows(1, 7))).isFalse();
        assertThat(fresh.look(rows(7, 9))).isFalse();
        assertThat(fresh.mayBeThere()).isTrue();
        assertThat(fresh.look(rows(8, 9))).isTrue();
        assertThat(fresh.mayBeThere()).isFalse();
    }

    @Test
    void onlyALookBehindTheEndOfAPutSays() {
        OwnPuts.Put put = puts.begin();
        assertThat(puts.look(NOTHING)).isFalse();
        put.over();
        put.over();
        assertThat(puts.mayBeThere()).isTrue();
        assertThat(puts.look(NOTHING)).isTrue();
        assertThat(puts.mayBeThere()).isFalse();
    }

    /** Others put all the time, so that there is always something. */
    @Test
    void itsOwnAreGoneThoughThereIsAlwaysSomethingOfOthers() {
        puts.begin().over();
        assertThat(puts.look(rows(3, 5))).isFalse();
        assertThat(puts.look(rows(4, 8))).isFalse();
        assertThat(puts.look(rows(6, 9))).isTrue();
        assertThat(puts.mayBeThere()).isFalse();
    }

    /** What was looked for before it began says nothing of it. */
    @Test
    void aPutThatBeginsDuringALookMayBeThere() {
        OwnPuts.Put before = puts.begin();
        before.over();
        OwnPuts.Put[] meanwhile = new OwnPuts.Put[1];
        puts.look(() -> {
            meanwhile[0] = puts.begin();
            meanwhile[0].over();
            return Optional.empty();
        });
        assertThat(puts.isGone(before.generation())).isTrue();
        assertThat(puts.isGone(meanwhile[0].generation())).isFalse();
        assertThat(puts.mayBeThere()).isTrue();
    }

    /** It is of an earlier generation, whose rows are not all there yet. */
    @Test
    void aTransactionThatIsOpenKeepsLaterOnesFromBeingGone() {
        OwnPuts.Put open = puts.begin();
        puts.look(NOTHING);
        OwnPuts.Put later = puts.begin();
        later.over();
        assertThat(puts.look(NOTHING)).isFalse();
        assertThat(puts.isGone(later.generation())).isFalse();
        open.over();
        assertThat(puts.look(NOTHING)).isTrue();
        assertThat(puts.look(NOTHING)).isTrue();
        assertThat(puts.mayBeThere()).isFalse();
    }
}
