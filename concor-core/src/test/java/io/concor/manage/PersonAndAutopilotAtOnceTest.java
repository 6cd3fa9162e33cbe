package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.JoinSettings;
import io.concor.fixture.RunningFlows;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.Layout;
import io.concor.manage.ChangeEntry.Outcome;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangeResult.SlotChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever the autopilot does at the same time, a person's change is made. */
@Timeout(120)
class PersonAndAutopilotAtOnceTest extends FlowOnAutopilot {

    private static final int ROUNDS = 50;
    private static final int CHANGES = 1000;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Set<TrialState> EVERY_END =
            Set.of(TrialState.SUPERSEDED, TrialState.CONFIRMED, TrialState.UNDONE);

    /** How trials of the autopilot have ended. */
    private final Set<TrialState> ended = ConcurrentHashMap.newKeySet();

    /** The person's slot is {@code b}, that of the autopilot {@code a}. */
    private static ChangeRequest persons(int round) {
        return ChangeRequest.put("flow", "b", SINGLE.capacity(round % 2 == 0 ? 512 : 256))
                .by(ANN);
    }

    private static ChangeRequest autopilots(int round) {
        return put(JoinSettings.fixed(2 + round % 7)).revertAfter(SECOND).by(AUTOPILOT);
    }

    @Test
    void changeIsMadeDuringTheExpiryOfATrial() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        CompletableFuture<Void> time = RunningFlows.onOwnThread(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                together.await(20, TimeUnit.SECONDS);
                clock.forward(SECOND);
                together.await(20, TimeUnit.SECONDS);
            }
        });
        for (int round = 0; round < ROUNDS; round++) {
            long before = version();
            int attempts = clock.attempts();
            manager.change(autopilots(round));
            together.await(20, TimeUnit.SECONDS);
            if (round % 2 == 0) {
                awaitRevert(attempts);
            }

            Duration tried = round % 4 == 0 ? Duration.ofHours(1) : null;
            manager.change(persons(round).expectedVersion(before).revertAfter(tried));

            together.await(20, TimeUnit.SECONDS);
            if (tried != null) {
                manager.confirm(OPTIONS.by(ANN));
            }
            assertThat(trial()).isNull();
            assertThat(slots())
                    .isEqualTo(Map.of("b", persons(round).slots().get("b").orElseThrow()));
            assertThat(version()).isBetween(before + 2, before + 3);
        }
        RunningFlows.get(time);
        assertThat(statesOfTrials()).contains(TrialState.SUPERSEDED, TrialState.REVERTED);
        assertThat(follow()).isEqualTo(manager.flow("flow").layout());
    }

    /** Waits until the revert of the trial begins; spins, to compete with it for the lock. */
    private void awaitRevert(int attempts) {
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (clock.attempts() == attempts && System.nanoTime() < patience) {
            Thread.onSpinWait();
        }
    }

    @Test
    void changesAreMadeDuringTrialsConfirmationsAndUndosOfTheAutopilot() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> autopilot = RunningFlows.onOwnThread(() -> {
            for (int round = 0; !enough.get(); round++) {
                steer(round);
            }
        });
        CompletableFuture<Void> events = RunningFlows.onOwnThread(() -> {
            while (!enough.get()) {
                RunningFlows.get(flow.submit("x"));
            }
        });
        long seen = version();
        int round = 0;
        for (; round < CHANGES || !ended.containsAll(EVERY_END); round++) {
            boolean tried = round % 5 == 4;
            ChangeRequest change = persons(round).expectedVersion(seen);
            ChangeResult result = manager.change(tried ? change.revertAfter(Duration.ofHours(1)) : change);
            assertThat(result.layout().slots())
                    .containsEntry("b", persons(round).slots().get("b").orElseThrow());
            seen = result.version();
            if (tried) {
                seen = manager.confirm(OPTIONS.by(ANN).expectedVersion(seen)).version();
            }
        }
        enough.set(true);
        RunningFlows.get(autopilot);
        RunningFlows.get(events);

        assertThat(manager.flow("flow").layout().slots())
                .containsEntry("b", persons(round - 1).slots().get("b").orElseThrow());
        assertThat(history())
                .filteredOn(entry -> ANN.equals(entry.origin()))
                .extracting(ChangeEntry::outcome)
                .doesNotContain(Outcome.REFUSED, Outcome.FAILED);
        assertThat(history()).extracting(ChangeEntry::outcome).doesNotContain(Outcome.FAILED);
        assertThat(statesOfTrials()).containsAll(EVERY_END);
        await("the history shows the layout; the last trial may be ending").untilAsserted(() -> assertThat(follow())
                .isEqualTo(manager.flow("flow").layout()));
    }

    /** Tries a change, then keeps it, takes it back, or lets it expire. */
    private void steer(int round) {
        try {
            ChangeResult tried = manager.change(autopilots(round));
            ChangeRequest end = OPTIONS.by(AUTOPILOT).expectedVersion(tried.version());
            switch (ThreadLocalRandom.current().nextInt(3)) {
                case 0 -> {
                    manager.confirm(end);
                    ended.add(TrialState.CONFIRMED);
                }
                case 1 -> {
                    manager.undo(end);
                    ended.add(TrialState.UNDONE);
                }
                default -> clock.forward(SECOND);
            }
        } catch (ChangeNotPossibleException refused) {
            assertThat(refused.reason()).isIn(Reason.ON_TRIAL, Reason.NOTHING_TO_CONFIRM, Reason.NOTHING_TO_UNDO);
        } catch (VersionConflictException refused) {
            assertThat(refused.present()).isGreaterThan(refused.expected());
            ended.add(TrialState.SUPERSEDED);
        }
    }

    private Set<TrialState> statesOfTrials() {
        return history().stream()
                .filter(entry -> AUTOPILOT.equals(entry.origin()) && entry.trial() != null)
                .map(entry -> entry.trial().state())
                .collect(Collectors.toSet());
    }

    /** Returns the layout that results from the history. */
    private Layout follow() {
        List<ChangeEntry> entries = new ArrayList<>(history());
        Collections.reverse(entries);
        Map<String, JoinSettings> slots = new HashMap<>(Map.of("b", SINGLE));
        long version = 1;
        for (ChangeEntry entry : entries) {
            assertThat(entry.oldVersion()).isEqualTo(version);
            if (entry.outcome() == Outcome.CHANGED) {
                entry.slots().forEach(change -> follow(slots, change));
            }
            version = entry.version();
        }
        return new Layout(version, slots);
    }

    private static void follow(Map<String, JoinSettings> slots, SlotChange change) {
        assertThat(slots.get(change.slot())).isEqualTo(change.before());
        if (change.after() == null) {
            slots.remove(change.slot());
        } else {
            slots.put(change.slot(), change.after());
        }
    }
}
