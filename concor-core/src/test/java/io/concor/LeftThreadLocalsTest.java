package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.FailingCarrier;
import io.concor.fixture.FailingCarrier.Call;
import io.concor.fixture.Notes;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RunningFlows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Thread-locals that code of users leaves on the threads of events that came without. */
@Timeout(60)
class LeftThreadLocalsTest {

    private static final int EVENTS = 200;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Notes notes = new Notes();

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    @AfterEach
    void nothingIsLeftOnTheCallersThread() {
        assertThat(notes.read()).isNull();
    }

    private FlowBuilder<String, String> flow() {
        return Flows.<String>create("flow").carrying(notes);
    }

    private String look(String event) {
        return event + ", " + notes.read();
    }

    private SideEffectTask<String> leaves(String note) {
        return event -> notes.add(note);
    }

    private KeyedTask<String, String> keyed() {
        return new KeyedTask<>() {
            @Override
            public Object key(String event) {
                notes.add("key");
                return event;
            }

            @Override
            public String apply(String event) {
                return look(event);
            }
        };
    }

    private void assertThatEachEventSees(String expected, FlowBuilder<String, String> builder) throws Exception {
        Flow<String, String> flow = flows.start(builder);
        List<CompletableFuture<String>> results = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            results.add(flow.submit("event"));
        }
        for (CompletableFuture<String> result : results) {
            assertThat(RunningFlows.get(result)).isEqualTo("event, " + expected);
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void endWithTheEvent(JoinSettings settings) throws Exception {
        assertThatEachEventSees(
                "null", flow().join(settings).map(this::look, "look").forEach(leaves("a"), "leave"));
    }

    @Test
    void endWithTheEventOnTheCallersThread() throws Exception {
        assertThatEachEventSees("null", flow().map(this::look, "look").forEach(leaves("a"), "leave"));
    }

    @ParameterizedTest
    @MethodSource("pools")
    void goOnWithTheEventAndWithNoOther(JoinSettings settings) throws Exception {
        assertThatEachEventSees(
                "null, a",
                flow().join(settings)
                        .map(this::look, "first")
                        .forEach(leaves("a"), "leave")
                        .join(settings)
                        .map(this::look, "second"));
    }

    @Test
    void areSeenByACatchTaskOfTheNextStage() throws Exception {
        assertThatEachEventSees(
                "failed",
                flow().join(JoinSettings.single())
                        .forEach(
                                event -> {
                                    notes.add("failed");
                                    throw new IllegalStateException();
                                },
                                "fail")
                        .join(JoinSettings.single())
                        .catching(error -> look("event"), "catch"));
    }

    @Test
    void goOnWithTheEventIfItsKeyFunctionLeavesThem() throws Exception {
        assertThatEachEventSees(
                "null, key",
                flow().join(JoinSettings.single())
                        .map(this::look, "before")
                        .join(JoinSettings.keyed(2))
                        .mapKeyed(keyed(), "keyed"));
    }

    @Test
    void goOnWithTheEventIfTheKeyFunctionOfTheFirstSlotLeavesThem() throws Exception {
        assertThatEachEventSees("key", flow().join(JoinSettings.keyed(2)).mapKeyed(keyed(), "keyed"));
    }

    @Test
    void failTheEventIfTheyCannotBeRead() throws Exception {
        FailingCarrier carrier = new FailingCarrier(notes);
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .carrying(carrier)
                .join(JoinSettings.single())
                .forEach(event -> carrier.fails(Call.CAPTURE), "leave")
                .join(JoinSettings.single())
                .map(this::look, "look"));

        assertThat(RunningFlows.errorOf(flow.submit("event"))).isInstanceOf(ContextPropagationException.class);
    }
}
