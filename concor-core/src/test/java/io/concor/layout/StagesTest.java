package io.concor.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Stages are written as a word for each component: {@code .} has an empty slot, {@code 1} a join with one thread, {@code 4}
 * one with four, {@code k} a keyed one; {@code t} after it stands for a transition task.
 */
class StagesTest {

    private static Stages stages(String written) {
        String[] words = written.split(" ");
        List<@Nullable JoinSettings> slots = new ArrayList<>();
        Stream.of(words).map(word -> join(word.charAt(0))).forEach(slots::add);
        return Stages.of(slots, i -> words[i].endsWith("t"));
    }

    private static @Nullable JoinSettings join(char letter) {
        return switch (letter) {
            case '1' -> JoinSettings.single();
            case '4' -> JoinSettings.fixed(4);
            case 'k' -> JoinSettings.keyed(1);
            default -> null;
        };
    }

    private static List<Integer> each(Stages stages, int components) {
        return IntStream.range(0, components).map(stages::serving).boxed().toList();
    }

    @Test
    void theJoinOfTheSlotBeforeServesAComponent() {
        assertThat(each(stages(". 1 . 4 ."), 5)).containsExactly(-1, 1, 1, 3, 3);
    }

    @Test
    void noJoinServesWhatFollowsATransition() {
        assertThat(each(stages("1 .t . . 4 ."), 6)).containsExactly(0, 0, -1, -1, 4, 4);
        assertThat(each(stages("1 4t 1"), 3)).containsExactly(0, 1, 2);
    }

    @Test
    void callersRunWhatIsBeforeTheFirstJoinAndTheFirstTransition() {
        Stages stages = stages(". .t . 1 .");

        assertThat(IntStream.range(0, 5).filter(stages::isRunByCallers)).containsExactly(0, 1);
    }

    @Test
    void clientsRunWhatIsBetweenATransitionAndTheNextJoin() {
        Stages stages = stages(". .t . . 1 . .t .");

        assertThat(IntStream.range(0, 8).filter(stages::isRunByClients)).containsExactly(2, 3, 7);
    }

    @Test
    void aStageEndsAtTheNextJoin() {
        Stages stages = stages(". .t 1 . 4");

        assertThat(IntStream.range(0, 5).map(stages::end)).containsExactly(2, 2, 4, 4, FlowGraph.END);
        assertThat(stages.starts()).containsExactly(0, 2, 4);
    }

    @Test
    void aThreadRunsUntilTheNextJoinOrTransition() {
        Stages stages = stages("1 . .t . 4 .");

        assertThat(stages.runFrom(0)).containsExactly(0, 1, 2);
        assertThat(stages.runFrom(3)).containsExactly(3);
        assertThat(stages.runFrom(4)).containsExactly(4, 5);
    }

    @Test
    void severalThreadsAndKeysLoseTheOrderOfOneThread() {
        assertThat(stages("1 . 1").orderLostFrom(stages("1 4 1"))).hasValue(1);
        assertThat(stages("1 . 1").orderLostFrom(stages("1 . k"))).hasValue(2);
        assertThat(stages("1 . 1").orderLostFrom(stages("4 . 1"))).hasValue(0);
    }

    @Test
    void noOrderIsLostWhereThereWasNone() {
        assertThat(stages("1 . 1").orderLostFrom(stages("1 1 ."))).isEmpty();
        assertThat(stages(". .").orderLostFrom(stages("4 ."))).isEmpty();
        assertThat(stages("4 1").orderLostFrom(stages("4 4"))).isEmpty();
        assertThat(stages("1t 1").orderLostFrom(stages("1t 4"))).isEmpty();
    }
}
