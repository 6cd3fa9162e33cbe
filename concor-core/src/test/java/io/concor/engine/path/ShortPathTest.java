package io.concor.engine.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.fixture.Notes;
import io.concor.fixture.RunningFlows;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Events that only compiled components handle, although their flow carries thread-locals. */
@Timeout(60)
class ShortPathTest {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Notes notes = new Notes();
    private final Queue<Boolean> onGeneralPath = new ConcurrentLinkedQueue<>();

    private FlowBuilder<String, String> flow() {
        return Flows.<String>create("flow").carrying(notes);
    }

    private void look(String event) {
        onGeneralPath.add(Stream.of(Thread.currentThread().getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(StageRunner.class.getName())));
    }

    @Test
    void areThoseThatCarryNothing() throws Exception {
        Flow<String, String> flow = flows.start(flow().join(JoinSettings.single())
                .forEach(this::look, "a")
                .join(JoinSettings.single())
                .forEach(this::look, "b"));

        RunningFlows.get(flow.submit("event"));

        assertThat(onGeneralPath).containsExactly(false, false);
    }

    @Test
    void areThoseOfACallerWhateverItHolds() throws Exception {
        Flow<String, String> flow = flows.start(flow().forEach(this::look, "a"));
        notes.add("caller");

        RunningFlows.get(flow.submit("event"));

        notes.forget();
        assertThat(onGeneralPath).containsExactly(false);
    }

    @Test
    void areNotThoseWhoseTasksHaveLeftSomething() throws Exception {
        Flow<String, String> flow = flows.start(flow().join(JoinSettings.single())
                .forEach(event -> notes.add("a"), "a")
                .join(JoinSettings.single())
                .forEach(this::look, "b"));

        RunningFlows.get(flow.submit("event"));

        assertThat(onGeneralPath).containsExactly(true);
    }
}
