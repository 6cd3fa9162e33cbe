package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KindTest {

    @Test
    void followsFromTheTypeOfTheTask() {
        assertThat(Kind.of((SimpleTask<String, String>) in -> in)).isEqualTo(Kind.SIMPLE);
        assertThat(Kind.of((SingleThreadedTask<String, String>) in -> in)).isEqualTo(Kind.SINGLE_THREADED);
        assertThat(Kind.of((SynchronizedRemoteTask<String, String>) in -> in)).isEqualTo(Kind.SYNCHRONIZED_REMOTE);
        assertThat(Kind.of((TransitionTask<String, String>) (in, back) -> back.complete(in)))
                .isEqualTo(Kind.TRANSITION);
        assertThat(Kind.of((SideEffectTask<String>) in -> {})).isEqualTo(Kind.SIDE_EFFECT);
        assertThat(Kind.of((CatchTask<String>) error -> "")).isEqualTo(Kind.CATCH);
    }

    @Test
    void printsAsTheWordForIt() {
        assertThat(Kind.values())
                .extracting(Kind::toString)
                .containsExactly(
                        "simple", "single-threaded", "synchronized-remote", "transition", "side-effect", "catch");
    }

    @Test
    void outcomesAndStatesPrintAsTheWordsForThem() {
        assertThat(Outcome.values()).extracting(Outcome::toString).containsExactly("completed", "failed", "timed-out");
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
        assertThat(Kind.of(new TwoFaced())).isEqualTo(Kind.SINGLE_THREADED);
    }
}
