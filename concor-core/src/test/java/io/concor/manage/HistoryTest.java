package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.PresetStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The history of the changes of a flow, and its log. */
class HistoryTest {

    private static final ChangeRequest PUT = ChangeRequest.put("flow", "a", JoinSettings.single());
    private static final ChangeRequest BROKEN = ChangeRequest.put("flow", "b", JoinSettings.fixed(2));

    private final ManualClock clock = new ManualClock();
    private final Manager manager = new Manager(PresetStore.inMemory(), ResourceLimits.NONE, 3, clock);
    private final List<ChangeEntry> recorded = new ArrayList<>();
    private final Flow<String, String> flow = Flows.<String>create("flow")
            .map((String message) -> message, "a")
            .join(JoinSettings.single())
            .<String>mapSingleThreaded(message -> message, "b")
            .build();

    @BeforeEach
    void register() {
        manager.register(flow);
        manager.listen(new ChangeListener() {
            @Override
            public void onRecorded(ChangeEntry entry) {
                recorded.add(entry);
            }
        });
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private List<ChangeEntry> history() {
        return manager.flow("flow").history(10);
    }

    @Test
    void recordsAChange() {
        clock.forward(Duration.ofHours(1));

        manager.change(PUT.reason("isolate").by(ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann")));

        assertThat(history())
                .containsExactly(new ChangeEntry(
                        "flow",
                        1,
                        ManualClock.START.plus(Duration.ofHours(1)),
                        ChangeEntry.Action.CHANGE,
                        ChangeEntry.Outcome.CHANGED,
                        2,
                        ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann"),
                        "isolate",
                        List.of(new SlotChange("a", null, JoinSettings.single())),
                        0,
                        Duration.ZERO,
                        null,
                        null))
                .isEqualTo(recorded);
    }

    @Test
    void recordsARefusedChangeWithTheError() {
        assertThatExceptionOfType(InvalidLayoutException.class).isThrownBy(() -> manager.change(BROKEN));

        assertThat(history()).singleElement().satisfies(entry -> assertThat(entry)
                .returns(ChangeEntry.Outcome.REFUSED, ChangeEntry::outcome)
                .returns(1L, ChangeEntry::oldVersion)
                .returns(1L, ChangeEntry::version)
                .returns(List.of(new SlotChange("b", JoinSettings.single(), JoinSettings.fixed(2))), ChangeEntry::slots)
                .satisfies(refused -> assertThat(refused.error()).contains("slot 'b'", "single-threaded")));
    }

    @Test
    void recordsAnUnknownSlotWithoutControlCharacters() {
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.change(ChangeRequest.takeOut("flow", "go\nne")));

        assertThat(history().get(0).slots()).containsExactly(new SlotChange("go?ne", null, null));
        assertThat(history().get(0).error()).doesNotContain("\n");
    }

    @Test
    void recordsTheNamedSlotsOfAVersionConflict() {
        manager.change(PUT);

        assertThatExceptionOfType(VersionConflictException.class)
                .isThrownBy(
                        () -> manager.change(ChangeRequest.takeOut("flow", "a").expectedVersion(1L)));

        assertThat(history().get(0).slots()).containsExactly(new SlotChange("a", JoinSettings.single(), null));
    }

    @Test
    void recordsNeitherDryRunsNorUnknownFlows() {
        manager.change(PUT.dryRun(true));
        assertThatExceptionOfType(InvalidLayoutException.class).isThrownBy(() -> manager.change(BROKEN.dryRun(true)));
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> manager.change(ChangeRequest.takeOut("gone", "a")));

        assertThat(history()).isEmpty();
        assertThat(recorded).isEmpty();
    }

    @Test
    void recordsAChangeThatDidNotGetItsTurn() {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(ChangeNotPossibleException.class).isThrownBy(() -> manager.change(PUT));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(history()).singleElement().returns(ChangeEntry.Outcome.REFUSED, ChangeEntry::outcome);
    }

    @Test
    void keepsTheNewestEntries() {
        for (int threads = 1; threads <= 5; threads++) {
            manager.change(ChangeRequest.put("flow", "a", JoinSettings.fixed(threads)));
        }

        assertThat(history()).extracting(ChangeEntry::number).containsExactly(5L, 4L, 3L);
        assertThat(manager.flow("flow").history(1))
                .extracting(ChangeEntry::version)
                .containsExactly(6L);
    }

    @Test
    void manyRefusalsDoNotDisplaceChanges() {
        manager.change(PUT);
        for (int refused = 1; refused <= 5; refused++) {
            assertThatExceptionOfType(InvalidLayoutException.class).isThrownBy(() -> manager.change(BROKEN));
        }
        manager.change(ChangeRequest.takeOut("flow", "a"));

        assertThat(history()).extracting(ChangeEntry::number).containsExactly(7L, 6L, 5L, 4L, 1L);
    }

    @Test
    void recordsARequestThatChangedNothing() {
        manager.change(ChangeRequest.takeOut("flow", "a"));

        assertThat(history())
                .singleElement()
                .returns(ChangeEntry.Outcome.UNCHANGED, ChangeEntry::outcome)
                .returns(1L, ChangeEntry::version);
    }

    @Test
    void limitsItsSize() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> new Manager(PresetStore.inMemory(), ResourceLimits.NONE, -1))
                .withMessage("size: -1 is out of bounds; allowed: 0 to 100000");
    }

    @Test
    void logShowsASingleDifferentSetting() {
        manager.change(ChangeRequest.put("flow", "a", JoinSettings.cached(4)));
        manager.change(ChangeRequest.put("flow", "a", JoinSettings.cached(4).keepAlive(Duration.ofSeconds(90))));

        assertThat(ChangeLog.sentence(recorded.get(1)))
                .endsWith(
                        "slot 'a' from cached (threads 4, capacity 1024, blocking, keep-alive 1m) to cached (threads 4, capacity 1024, blocking, keep-alive 1m 30s)");
    }

    @Test
    void recordsTheActionOfARefusal() {
        ChangeRequest ann = ChangeRequest.options("flow").by(ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann"));

        assertThatExceptionOfType(ChangeNotPossibleException.class).isThrownBy(() -> manager.confirm(ann));
        assertThatExceptionOfType(ChangeNotPossibleException.class).isThrownBy(() -> manager.undo(ann));

        assertThat(history())
                .extracting(ChangeEntry::action)
                .containsExactly(ChangeEntry.Action.UNDO, ChangeEntry.Action.CONFIRM);
        assertThat(ChangeLog.sentence(recorded.get(0)))
                .startsWith("Flow 'flow': the confirmation of version 1 was refused, by ann through endpoint; ");
        assertThat(ChangeLog.sentence(recorded.get(1)))
                .startsWith("Flow 'flow': an undo of version 1 was refused, by ann through undo; ");
    }

    @Test
    void logHasTheFactsAsKeysAndValues() {
        manager.change(PUT.revertAfter(Duration.ofMinutes(5)));

        assertThat(ChangeLog.facts(recorded.get(0)))
                .containsEntry("flow", "flow")
                .containsEntry("action", ChangeEntry.Action.CHANGE)
                .containsEntry("slots", List.of("a"))
                .containsEntry("oldSettings", Map.of("a", "none"))
                .containsEntry("newSettings", Map.of("a", "single (threads 1, capacity 1024, blocking)"))
                .containsEntry("revertsAt", ManualClock.START.plus(Duration.ofMinutes(5)))
                .doesNotContainKeys("who", "reason", "preset", "error");
    }

    @Test
    void logHasASentenceWithoutControlCharacters() {
        manager.change(PUT.reason("is\none\u001b[31m enough?")
                .by(ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann\r\nroot")));

        assertThat(ChangeLog.sentence(recorded.get(0)))
                .isEqualTo(
                        "Flow 'flow': version 1 is now 2, by ann??root through endpoint (is?one?[31m enough?): slot 'a' from none to single (threads 1, capacity 1024, blocking)");
    }
}
