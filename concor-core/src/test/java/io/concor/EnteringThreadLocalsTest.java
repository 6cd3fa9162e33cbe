package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Notes;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The thread-locals of callers whose events go to another thread before the first task. */
@Timeout(60)
class EnteringThreadLocalsTest {

    private static final int EVENTS = 20_000;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Notes notes = new Notes();
    private final Queue<String> strange = new ConcurrentLinkedQueue<>();

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    @AfterEach
    void nothingIsLeftOnTheCallersThread() {
        assertThat(notes.read()).isNull();
        assertThat(strange).isEmpty();
    }

    private String read(String event) {
        return String.valueOf(notes.read());
    }

    private void compare(String event) {
        String note = notes.read();
        if (!event.equals(note)) {
            strange.add(event + " has the note " + note);
        }
    }

    @ParameterizedTest
    @MethodSource("pools")
    void travelWithTheEventAndStayWithTheCaller(JoinSettings settings) throws Exception {
        Flow<String, String> flow = flows.start(
                Flows.<String>create("flow").carrying(notes).join(settings).map(this::read, "read"));
        List<CompletableFuture<String>> holding = new ArrayList<>();
        List<CompletableFuture<String>> empty = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            notes.add("caller " + i);
            holding.add(flow.submit("event"));
            assertThat(notes.read()).isEqualTo("caller " + i);
            notes.forget();
            empty.add(flow.submit("event"));
        }
        for (int i = 0; i < 200; i++) {
            assertThat(RunningFlows.get(holding.get(i))).isEqualTo("caller " + i);
            assertThat(RunningFlows.get(empty.get(i))).isEqualTo("null");
        }
    }

    @Test
    void areReadOnceOnTheCallersThread() throws Exception {
        Queue<Thread> capturing = new ConcurrentLinkedQueue<>();
        ThreadLocalCarrier watched = new ThreadLocalCarrier() {
            @Override
            public @Nullable Object capture() {
                capturing.add(Thread.currentThread());
                return notes.capture();
            }

            @Override
            public void restore(@Nullable Object captured) {
                notes.restore(captured);
            }

            @Override
            public void clear(@Nullable Object own) {
                notes.clear(own);
            }
        };
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .sampling(new Sampling(false, 1, 1))
                .carrying(watched)
                .join(JoinSettings.single())
                .map(this::read, "read"));
        notes.add("caller");
        CompletableFuture<String> result = flow.submit("event");
        notes.forget();
        assertThat(RunningFlows.get(result)).isEqualTo("caller");
        assertThat(capturing).containsOnlyOnce(Thread.currentThread());
    }

    /** A ring that closes at that moment leaves the event to the caller's thread. */
    @Test
    void stayTogetherWithTheirEventsWhileTheFirstPoolChanges() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .carrying(notes)
                .join(JoinSettings.fixed(2))
                .forEach(this::compare, "a"));
        try (RandomChanges changes = new RandomChanges(flows.manager(), "flow", 11, RandomChanges::anyJoin)) {
            await("changes have begun").until(() -> changes.made() > 0);
            for (int i = 0; i < EVENTS; i++) {
                String event = Integer.toString(i);
                notes.add(event);
                flow.apply(event);
                compare(event);
                notes.forget();
            }
        }
        assertThat(flows.manager().flow("flow").stop(Duration.ofSeconds(10)).clean())
                .isTrue();
        assertThat(flows.manager().flow("flow").summary().completed()).isEqualTo(EVENTS);
    }
}
