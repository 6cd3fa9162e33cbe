package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of several slots at once, under load: the steps for one slot do not block those for another. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
@Timeout(60)
class ChangeOfSeveralSlotsTest {

    private static final JoinSettings SMALL = JoinSettings.single().capacity(1);

    @RegisterExtension
    final RunningFlows flows;

    private final AtomicBoolean enough = new AtomicBoolean();
    private final List<CompletableFuture<Void>> producers = new ArrayList<>();

    ChangeOfSeveralSlotsTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    @BeforeEach
    void flow() {
        Flow<Integer, Integer> flow = flows.start(Flows.<Integer>create("three")
                .<Integer>map(message -> message, "first")
                .<Integer>map(message -> message, "second")
                .<Integer>map(message -> message, "third")
                .maxInFlight(64));
        change(Map.of("first", SMALL, "second", SMALL, "third", SMALL));
        for (int i = 0; i < 2; i++) {
            producers.add(RunningFlows.onOwnThread(() -> {
                while (!enough.get()) {
                    flow.apply(1);
                }
            }));
        }
    }

    private void change(Map<String, JoinSettings> layout) {
        flows.manager().change(ChangeRequest.layout("three", layout).timeLimit(Duration.ofSeconds(30)));
    }

    /** Changes to a layout and back many times. */
    private void backAndForth(Map<String, JoinSettings> layout) throws Exception {
        Map<String, JoinSettings> start = flows.manager().flow("three").layout().slots();
        try {
            for (int i = 0; i < 30; i++) {
                change(layout);
                change(start);
            }
        } finally {
            enough.set(true);
        }
        for (CompletableFuture<Void> producer : producers) {
            RunningFlows.get(producer);
        }
        assertThat(flows.manager().flow("three").layout().version()).isEqualTo(62);
    }

    @Test
    void emptiesAllSlotsAtOnce() throws Exception {
        backAndForth(Map.of());
    }

    @Test
    void emptiesASlotAndExchangesTheNextJoin() throws Exception {
        backAndForth(Map.of("second", JoinSettings.fixed(2).capacity(1)));
    }

    @Test
    void emptiesASlotWhileTheNextJoinServesMoreComponents() throws Exception {
        backAndForth(Map.of("second", SMALL));
    }

    @Test
    void exchangesAllJoinsAtOnce() throws Exception {
        JoinSettings several = JoinSettings.fixed(2).capacity(1);
        backAndForth(Map.of("first", several, "second", several, "third", several));
    }
}
