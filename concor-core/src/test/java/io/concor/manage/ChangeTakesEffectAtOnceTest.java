package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.fixture.RunningFlows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A change of two slots takes effect at both at once: no event finds one slot as it is after the change and the next one as
 * it was before, and no reader finds both filled or both empty.
 */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
@Timeout(120)
class ChangeTakesEffectAtOnceTest {

    private static final Map<String, JoinSettings> AT_FIRST = Map.of("first", JoinSettings.single());
    private static final Map<String, JoinSettings> AT_SECOND = Map.of("second", JoinSettings.single());
    private static final int CHANGES = 40;
    private static final int SENDERS = 2;

    @RegisterExtension
    final RunningFlows flows;

    private final List<Passage> passages = new ArrayList<>();
    private final AtomicBoolean enough = new AtomicBoolean();

    ChangeTakesEffectAtOnceTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    /** An event, with the threads that have handled it. */
    private static final class Passage {

        private final Thread sender = Thread.currentThread();
        private Thread atFirst;
        private Thread atSecond;

        Passage first() {
            atFirst = Thread.currentThread();
            return this;
        }

        Passage second() {
            atSecond = Thread.currentThread();
            return this;
        }

        boolean foundFirstFilled() {
            return atFirst != sender;
        }

        boolean foundSecondFilled() {
            return atSecond != atFirst;
        }
    }

    private Flow<Passage, Passage> flow(Map<String, JoinSettings> layout) {
        Flow<Passage, Passage> flow = flows.start(Flows.<Passage>create("two")
                .map(Passage::first, "first")
                .map(Passage::second, "second")
                .maxInFlight(64));
        change(layout);
        return flow;
    }

    private void change(Map<String, JoinSettings> layout) {
        flows.manager().change(ChangeRequest.layout("two", layout));
    }

    /** Sends events around one change, and collects them when all have left. */
    private void sendAround(Flow<Passage, Passage> flow, Map<String, JoinSettings> layout) throws Exception {
        enough.set(false);
        CountDownLatch sent = new CountDownLatch(SENDERS * 50);
        List<CompletableFuture<Void>> senders = new ArrayList<>();
        List<List<CompletableFuture<Passage>>> results = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            List<CompletableFuture<Passage>> own = new ArrayList<>();
            results.add(own);
            senders.add(RunningFlows.onOwnThread(() -> {
                while (!enough.get()) {
                    own.add(flow.submit(new Passage()));
                    sent.countDown();
                }
            }));
        }
        assertThat(sent.await(20, TimeUnit.SECONDS)).isTrue();
        change(layout);
        enough.set(true);
        for (CompletableFuture<Void> sender : senders) {
            RunningFlows.get(sender);
        }
        for (List<CompletableFuture<Passage>> own : results) {
            for (CompletableFuture<Passage> result : own) {
                passages.add(RunningFlows.get(result));
            }
        }
    }

    @Test
    void noEventFindsTheFirstSlotEmptiedAndTheSecondStillEmpty() throws Exception {
        Flow<Passage, Passage> flow = flow(AT_FIRST);
        for (int i = 0; i < CHANGES; i++) {
            sendAround(flow, AT_SECOND);
            change(AT_FIRST);
        }

        assertThat(passages).anyMatch(Passage::foundFirstFilled).anyMatch(passage -> !passage.foundFirstFilled());
        assertThat(passages.stream()
                        .filter(passage -> !passage.foundFirstFilled() && !passage.foundSecondFilled())
                        .count())
                .as("events that their sender carried past both slots, of %d", passages.size())
                .isZero();
    }

    @Test
    void noEventFindsTheFirstSlotFilledAndTheSecondStillFilled() throws Exception {
        Flow<Passage, Passage> flow = flow(AT_SECOND);
        for (int i = 0; i < CHANGES; i++) {
            sendAround(flow, AT_FIRST);
            change(AT_SECOND);
        }

        assertThat(passages).anyMatch(Passage::foundFirstFilled).anyMatch(passage -> !passage.foundFirstFilled());
        assertThat(passages.stream()
                        .filter(passage -> passage.foundFirstFilled() && passage.foundSecondFilled())
                        .count())
                .as("events that changed threads at both slots, of %d", passages.size())
                .isZero();
    }

    @Test
    void noReaderFindsBothSlotsFilledOrBothEmpty() throws Exception {
        flow(AT_FIRST);
        CompletableFuture<Void> reading = RunningFlows.onOwnThread(() -> {
            while (!enough.get()) {
                Set<String> filled =
                        flows.manager().flow("two").layout().slots().keySet();
                assertThat(filled).hasSize(1);
            }
        });

        for (int i = 0; i < CHANGES; i++) {
            change(i % 2 == 0 ? AT_SECOND : AT_FIRST);
        }
        enough.set(true);

        RunningFlows.get(reading);
    }
}
