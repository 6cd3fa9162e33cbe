package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.Flows;
import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.fixture.RunningFlows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Change listeners receive the outcome of each change. */
class ChangeListenerTest {

    private static final ChangeRequest PUT = ChangeRequest.put("flow", "a", JoinSettings.single());
    private static final ChangeRequest BROKEN = ChangeRequest.put("flow", "b", JoinSettings.fixed(2));

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final List<ChangeEntry> recorded = new ArrayList<>();

    @BeforeEach
    void listen() {
        flows.start(Flows.<String>create("flow")
                .<String>map(message -> message, "a")
                .<String>mapSingleThreaded(message -> message, "b"));
        flows.manager().listen(new ChangeListener() {
            @Override
            public void onRecorded(ChangeEntry entry) {
                recorded.add(entry);
            }
        });
    }

    @Test
    void receivesTheHistoryEntriesOfChanges() {
        ChangeRequest unknown = ChangeRequest.takeOut("flow", "gone");

        flows.manager().change(PUT);
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> flows.manager().change(BROKEN));
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> flows.manager().change(unknown));

        assertThat(recorded)
                .extracting(ChangeEntry::outcome)
                .containsExactly(ChangeEntry.Outcome.CHANGED, ChangeEntry.Outcome.REFUSED, ChangeEntry.Outcome.REFUSED);
        assertThat(flows.manager().flow("flow").history(10)).containsExactlyInAnyOrderElementsOf(recorded);
    }

    @Test
    void receivesNothingAboutDryRuns() {
        flows.manager().change(PUT.dryRun(true));
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> flows.manager().change(BROKEN.dryRun(true)));

        assertThat(recorded).isEmpty();
    }

    @Test
    void receivesTheAppliedPreset() {
        flows.manager().flow("flow").presets().save("day", null);
        flows.manager().change(PUT);

        flows.manager().flow("flow").presets().apply("day", ChangeRequest.layout("flow", Map.of()));

        assertThat(recorded)
                .last()
                .returns(new ChangeOrigin(ChangeOrigin.Source.PRESET, null, "day"), ChangeEntry::origin)
                .returns(null, ChangeEntry::reason);
    }

    @Test
    void exceptionInOneListenerAffectsNeitherTheChangeNorOtherListeners() {
        flows.manager().listen(new ChangeListener() {
            @Override
            public void onRecorded(ChangeEntry entry) {
                throw new AssertionError("on purpose");
            }
        });
        List<ChangeEntry> last = new ArrayList<>();
        flows.manager().listen(new ChangeListener() {
            @Override
            public void onRecorded(ChangeEntry entry) {
                last.add(entry);
            }
        });

        assertThatCode(() -> flows.manager().change(PUT)).doesNotThrowAnyException();

        assertThat(last).hasSize(1);
        assertThat(flows.manager().flow("flow").layout().version()).isEqualTo(2);
    }
}
