package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.layout.FlowState;
import io.concor.statistics.EventOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskKindTest {

    @Test
    void followsFromTheTypeOfTheTask() {
        assertThat(TaskKind.of((SimpleTask<String, String>) in -> in)).isEqualTo(TaskKind.SIMPLE);
        assertThat(TaskKind.of((SingleThreadedTask<String, String>) in -> in)).isEqualTo(TaskKind.SINGLE_THREADED);
        assertThat(TaskKind.of((SynchronizedRemoteTask<String, String>) in -> in))
                .isEqualTo(TaskKind.SYNCHRONIZED_REMOTE);
        assertThat(TaskKind.of((BatchTask<String, String>) in -> in)).isEqualTo(TaskKind.BATCH);
        assertThat(TaskKind.of((TransitionTask<String, String>) (in, back) -> back.complete(in)))
                .isEqualTo(TaskKind.TRANSITION);
        assertThat(TaskKind.of((SideEffectTask<String>) in -> {})).isEqualTo(TaskKind.SIDE_EFFECT);
        assertThat(TaskKind.of((CatchTask<String>) error -> "")).isEqualTo(TaskKind.CATCH);
        assertThat(TaskKind.of((RecoveryTask<String>) (error, context) -> "")).isEqualTo(TaskKind.CATCH);
    }

    @Test
    void printsAsTheWordForIt() {
        assertThat(TaskKind.values())
                .extracting(TaskKind::toString)
                .containsExactly(
                        "simple",
                        "single-threaded",
                        "synchronized-remote",
                        "keyed",
                        "batch",
                        "transition",
                        "side-effect",
                        "catch");
    }

    @Test
    void outcomesAndStatesPrintAsTheWordsForThem() {
        assertThat(EventOutcome.values())
                .extracting(EventOutcome::toString)
                .containsExactly("completed", "failed", "timed-out", "cancelled");
        assertThat(FlowState.values())
                .extracting(FlowState::toString)
                .containsExactly("running", "stopping", "stopped", "closed");
    }

    /** One object of two types: the more careful kind is the safe one. */
    private static final class TwoFaced implements SimpleTask<String, String>, SingleThreadedTask<String, String> {
        @Override
        public String apply(String input) {
            return input;
        }
    }

    @Test
    void aTaskThatIsAlsoSingleThreadedIsNotServedBySeveralThreads() {
        assertThat(TaskKind.of(new TwoFaced())).isEqualTo(TaskKind.SINGLE_THREADED);
    }

    @ParameterizedTest
    @EnumSource
    void aTaskElsewhereIsOfItsKindAndFailsIfItIsCalled(TaskKind kind) {
        Task elsewhere = Component.elsewhere("part", kind).task();

        assertThat(TaskKind.allOf(elsewhere)).containsExactly(kind);
        assertThat(TaskKind.ofClass(elsewhere.getClass())).isEqualTo(kind);
        assertThatThrownBy(() -> call(elsewhere))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Component 'part' runs on another node, and not in this process");
    }

    @Test
    void aTaskElsewhereMayBeOfAnUnknownKindThatRulesTakeAsSimple() {
        Component elsewhere = Component.elsewhere("part", null);

        assertThat(elsewhere.isKindKnown()).isFalse();
        assertThat(elsewhere.elsewhere().isKindKnown()).isFalse();
        assertThat(elsewhere.kind()).isEqualTo(TaskKind.SIMPLE);
        assertThatThrownBy(() -> call(elsewhere.task()))
                .hasMessageStartingWith("Component 'part' runs on another node");
        assertThat(Component.elsewhere("part", TaskKind.SIMPLE).isKindKnown()).isTrue();
    }

    @SuppressWarnings("unchecked") // those elsewhere take anything
    private static void call(Task task) throws Throwable {
        if (task instanceof ValueTask<?, ?> value) {
            ((ValueTask<Object, Object>) value).apply("message");
        } else if (task instanceof BatchTask<?, ?> batch) {
            ((BatchTask<Object, Object>) batch).apply(List.of("message"));
        } else if (task instanceof TransitionTask<?, ?> transition) {
            ((TransitionTask<Object, Object>) transition).apply("message", null);
        } else if (task instanceof SideEffectTask<?> sideEffect) {
            ((SideEffectTask<Object>) sideEffect).accept("message");
        } else {
            ((CatchTask<?>) task).onError(new IllegalArgumentException());
        }
    }

    @Test
    void aClassThatIsNoTaskHasNoKind() {
        assertThat(TaskKind.ofClass(String.class)).isNull();
    }
}
