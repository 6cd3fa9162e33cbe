package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.ConcorException;
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

/** Who listens hears what became of each change. */
class ChangeListenerTest {

    private static final ChangeRequest PUT = ChangeRequest.put("flow", "a", JoinSettings.single());
    private static final ChangeRequest BROKEN = ChangeRequest.put("flow", "b", JoinSettings.fixed(2));

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final List<ChangeRequest> changed = new ArrayList<>();
    private final List<ChangeRequest> refused = new ArrayList<>();
    private final List<ChangeResult> results = new ArrayList<>();
    private final List<ConcorException> reasons = new ArrayList<>();

    @BeforeEach
    void listen() {
        flows.start(Flows.<String>create("flow")
                .<String>map(message -> message, "a")
                .<String>mapSingleThreaded(message -> message, "b"));
        flows.manager().listen(new ChangeListener() {
            @Override
            public void onChanged(ChangeRequest request, ChangeResult result) {
                changed.add(request);
                results.add(result);
            }

            @Override
            public void onRefused(ChangeRequest request, ConcorException reason) {
                refused.add(request);
                reasons.add(reason);
            }
        });
    }

    @Test
    void hearsAChangeThatWasMadeWithItsResult() {
        ChangeResult result = flows.manager().change(PUT);

        assertThat(changed).containsExactly(PUT);
        assertThat(results).containsExactly(result);
        assertThat(refused).isEmpty();
    }

    @Test
    void hearsAChangeThatWasRefusedWithTheReason() {
        ChangeRequest unknown = ChangeRequest.takeOut("flow", "gone");

        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> flows.manager().change(BROKEN))
                .satisfies(reason -> assertThat(reasons).containsExactly(reason));
        assertThatExceptionOfType(UnknownNameException.class)
                .isThrownBy(() -> flows.manager().change(unknown));

        assertThat(refused).containsExactly(BROKEN, unknown);
        assertThat(changed).isEmpty();
    }

    @Test
    void hearsNothingOfDryRuns() {
        flows.manager().change(PUT.dryRun(true));
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> flows.manager().change(BROKEN.dryRun(true)));

        assertThat(changed).isEmpty();
        assertThat(refused).isEmpty();
    }

    @Test
    void hearsWhichPresetWasApplied() {
        flows.manager().savePreset("flow", "day", null);
        flows.manager().change(PUT);

        flows.manager().applyPreset("flow", "day", ChangeRequest.layout("flow", Map.of()));

        assertThat(changed)
                .last()
                .returns(new ChangeOrigin(ChangeOrigin.Source.PRESET, null, "day"), ChangeRequest::origin)
                .returns(null, ChangeRequest::reason)
                .returns(true, ChangeRequest::exhaustive);
    }

    @Test
    void aListenerThatThrowsMakesNoFailureOfAChangeThatWasMade() {
        flows.manager().listen(new ChangeListener() {
            @Override
            public void onChanged(ChangeRequest request, ChangeResult result) {
                throw new AssertionError("on purpose");
            }
        });

        assertThatCode(() -> flows.manager().change(PUT)).doesNotThrowAnyException();

        assertThat(refused).isEmpty();
        assertThat(flows.manager().layout("flow").version()).isEqualTo(2);
    }
}
