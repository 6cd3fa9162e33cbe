package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.RunningFlows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of an event for which a task returns null. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
class NullResultTest {

    private static final SimpleTask<String, String> FORGETFUL = message -> null;

    @RegisterExtension
    final RunningFlows flows;

    NullResultTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    private static FlowBuilder<String, String> builder() {
        return Flows.create("flow");
    }

    private static String unchanged(String message) {
        return message.strip();
    }

    @Test
    void itFailsWithAnErrorThatNamesTheTaskIfALaterComponentTakesTheResult() throws Exception {
        Flow<String, String> flow =
                flows.start(builder().map(FORGETFUL, "forgetful").map(NullResultTest::unchanged, "next"));

        assertThat(RunningFlows.errorOf(flow.submit("x")))
                .isInstanceOf(NullResultException.class)
                .hasMessage(
                        "Flow 'flow', component 'forgetful': its task returned null, "
                                + "but component 'next' takes its result. Return a value, such as an empty Optional, or throw an exception");
    }

    @Test
    void itFailsInTheSameWayIfTheNextComponentIsInAnotherStage() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .join(JoinSettings.single())
                .map(FORGETFUL, "forgetful")
                .join(JoinSettings.single())
                .map(NullResultTest::unchanged, "next"));

        assertThat(RunningFlows.errorOf(flow.submit("x"))).isInstanceOf(NullResultException.class);
    }

    @Test
    void itFailsInTheSameWayIfAContinuationIsCalledWithNull() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .<String>bind((message, back) -> back.complete(null), "remote")
                .map(NullResultTest::unchanged, "next"));

        assertThat(RunningFlows.errorOf(flow.submit("x")))
                .isInstanceOf(NullResultException.class)
                .hasMessageContainingAll("component 'remote'", "component 'next'");
    }

    @Test
    void itFailsInTheSameWayIfACatchComponentRecoversWithNull() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .<String>map(
                        message -> {
                            throw new IllegalStateException("broken");
                        },
                        "broken")
                .catching(error -> null, "catch")
                .map(NullResultTest::unchanged, "next"));

        assertThat(RunningFlows.errorOf(flow.submit("x")))
                .isInstanceOf(NullResultException.class)
                .hasMessageContaining("component 'catch'");
    }

    @Test
    void aCatchComponentMayHandleTheError() throws Exception {
        Flow<String, String> flow = flows.start(builder()
                .map(FORGETFUL, "forgetful")
                .map(NullResultTest::unchanged, "next")
                .catching(error -> ((NullResultException) error).component(), "catch"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("forgetful");
    }

    @Test
    void itCompletesWithNullIfNoLaterComponentTakesTheResult() throws Exception {
        Flow<String, String> flow =
                flows.start(builder().map(FORGETFUL, "forgetful").catching(error -> "caught", "catch"));

        assertThat(RunningFlows.get(flow.submit("x"))).isNull();
        assertThat(flows.manager().flow("flow").summary().completed()).isEqualTo(1);
    }
}
