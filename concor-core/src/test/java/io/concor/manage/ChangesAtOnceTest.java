package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.WaitMode;
import io.concor.fixture.RunningFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.Layout;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.PresetStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ten threads change, try, confirm and undo at the same time, while trials are reverted and events flow. */
class ChangesAtOnceTest {

    private static final int THREADS = 10;
    private static final int ROUNDS = 60;
    private static final ChangeRequest OPTIONS = ChangeRequest.options("flow");

    private final ManualClock clock = new ManualClock();
    private final Manager manager =
            new Manager(PresetStore.inMemory(), ResourceLimits.NONE.threads(12), 100_000, clock);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger last = new AtomicInteger();
    private final Flow<Integer, Integer> flow = Flows.<Integer>create("flow")
            .map((Integer number) -> number, "a")
            .join(JoinSettings.single())
            .<Integer>mapSingleThreaded(
                    number -> {
                        last.set(last.get() + 1); // a lost update would be seen at the end
                        return number;
                    },
                    "b")
            .map((Integer number) -> number, "c")
            .build();

    @AfterEach
    void close() {
        flow.close();
    }

    @Test
    void leaveAHistoryWithoutGaps() throws Exception {
        manager.register(flow);
        Layout first = manager.flow("flow").layout();
        AtomicBoolean enough = new AtomicBoolean();
        AtomicInteger entered = new AtomicInteger();
        CompletableFuture<Void> events = RunningFlows.onOwnThread(() -> {
            while (!enough.get()) {
                flow.apply(entered.incrementAndGet());
            }
        });
        List<CompletableFuture<Void>> clients = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            clients.add(RunningFlows.onOwnThread(this::changeAtRandom));
        }
        for (CompletableFuture<Void> client : clients) {
            RunningFlows.get(client);
        }
        enough.set(true);
        RunningFlows.get(events);

        startATrialThatIsLeftToExpire();
        clock.forward(Duration.ofDays(2));
        await("no trial is left").until(() -> {
            clock.forward(Duration.ofMinutes(1)); // past the pause of a try that came too early
            return manager.flow("flow").topology().trial() == null;
        });
        List<ChangeEntry> history = new ArrayList<>(manager.flow("flow").history(Integer.MAX_VALUE));
        Collections.reverse(history);
        assertThat(follow(first, history)).isEqualTo(manager.flow("flow").layout());
        assertThat(count(history, entry -> !entry.origin().source().equals(ChangeOrigin.Source.REVERT)))
                .isEqualTo(asked.get());
        assertThat(count(history, entry -> entry.origin().source().equals(ChangeOrigin.Source.REVERT)))
                .isPositive();
        assertThat(count(history, entry -> entry.outcome() == ChangeEntry.Outcome.FAILED))
                .isZero();
        await("all events have come through").until(() -> last.get() == entered.get());
    }

    private static long count(List<ChangeEntry> history, Predicate<ChangeEntry> which) {
        return history.stream().filter(which).count();
    }

    /** Makes sure that at least one trial expires. */
    private void startATrialThatIsLeftToExpire() {
        asked.incrementAndGet();
        manager.change(ChangeRequest.put("flow", "a", JoinSettings.single().waiting(WaitMode.YIELDING))
                .revertAfter(Duration.ofDays(1)));
    }

    private void changeAtRandom() {
        for (int round = 0; round < ROUNDS; round++) {
            try {
                changeOnce(ThreadLocalRandom.current());
            } catch (ChangeNotPossibleException | VersionConflictException | InvalidLayoutException refused) {
                assertThat(refused).hasMessageContaining("flow");
            }
        }
    }

    private void changeOnce(ThreadLocalRandom random) {
        String slot = random.nextBoolean() ? "a" : "c";
        ChangeRequest change = random.nextInt(3) == 0
                ? ChangeRequest.takeOut("flow", slot)
                : ChangeRequest.put("flow", slot, JoinSettings.fixed(1 + random.nextInt(8)));
        int what = random.nextInt(6);
        if (what < 5) {
            asked.incrementAndGet();
        }
        switch (what) {
            case 0 -> manager.change(change);
            case 1 ->
                manager.change(
                        change.expectedVersion(manager.flow("flow").layout().version()));
            case 2 -> manager.change(change.revertAfter(Duration.ofSeconds(1)));
            case 3 -> manager.undo(OPTIONS);
            case 4 -> manager.confirm(OPTIONS);
            default -> clock.forward(Duration.ofMillis(300));
        }
    }

    /** Returns the layout that results from the entries. */
    private static Layout follow(Layout first, List<ChangeEntry> history) {
        Map<String, JoinSettings> slots = new HashMap<>(first.slots());
        long version = first.version();
        long number = 0;
        for (ChangeEntry entry : history) {
            assertThat(entry.number()).isEqualTo(++number);
            assertThat(entry.oldVersion()).isEqualTo(version);
            boolean changed = entry.outcome() == ChangeEntry.Outcome.CHANGED;
            assertThat(entry.version()).isEqualTo(changed ? version + 1 : version);
            if (changed) {
                entry.slots().forEach(slot -> follow(slots, slot));
            }
            version = entry.version();
        }
        return new Layout(version, slots);
    }

    private static void follow(Map<String, JoinSettings> slots, SlotChange change) {
        assertThat(change.before()).isEqualTo(slots.get(change.slot()));
        if (change.after() == null) {
            slots.remove(change.slot());
        } else {
            slots.put(change.slot(), change.after());
        }
    }
}
