package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.fixture.StoppingFlows;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** What the log says about events that are inside a flow when it is closed. */
@Timeout(60)
class ClosedFlowLogTest extends StoppingFlows {

    private final Logger logger = (Logger) LoggerFactory.getLogger(Flow.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void read() {
        logger.addAppender(log);
        log.start();
    }

    @AfterEach
    void stopReading() {
        logger.detachAppender(log);
    }

    private List<String> closed(FlowBuilder<String, String> builder, int events) {
        Flow<String, String> flow = flows.start(builder);
        for (int i = 0; i < events; i++) {
            flow.submit("event " + i);
        }
        gate.awaitReached();
        await("the other events at their places").until(() -> waiting() == events - 1);

        ((StagedFlow<?, ?>) flow).lifecycle().close(SHORT);

        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** Events that wait in the ring of the last component. */
    private long waiting() {
        int last = flows.manager().flow("flow").topology().components().size() - 1;
        return flows.manager().flow("flow").levels().components().get(last).queue();
    }

    @Test
    void countsUnfinishedEventsByComponent() {
        assertThat(closed(held(), 3)).containsExactly("Flow 'flow' was closed with 3 unfinished events (3 at 'slow')");
    }

    @Test
    void namesEachComponentAndTheThreadThatDoesNotReturn() {
        FlowBuilder<String, String> twoStages = Flows.<String>create("flow")
                .join(JoinSettings.single())
                .map(this::holdStubbornly, "first")
                .join(JoinSettings.single())
                .map((String message) -> message, "second");

        try {
            assertThat(closed(twoStages, 1))
                    .containsExactly(
                            "Flow 'flow' was closed with 1 unfinished event (1 at 'first'); 1 thread has not returned from a task");
        } finally {
            gate.open();
        }
    }

    @Test
    void isSilentIfAllEventsHaveFinished() {
        gate.open();
        Flow<String, String> flow = flows.start(held());
        flow.submit("event").join();

        flow.close();

        assertThat(log.list).isEmpty();
    }
}
