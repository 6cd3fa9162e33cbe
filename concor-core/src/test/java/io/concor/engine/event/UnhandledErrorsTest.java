package io.concor.engine.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.concor.Component;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.SimpleTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.fixture.MuteException;
import io.concor.fixture.RunningFlows;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Errors that no catch component handled and no future reports. */
class UnhandledErrorsTest {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final Logger logger = (Logger) LoggerFactory.getLogger(Flow.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        logger.setAdditive(false);
        logger.addAppender(log);
        log.start();
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
        logger.setAdditive(true);
    }

    private static FlowDefinition flow(String name) {
        SimpleTask<String, String> task = message -> message;
        return new FlowDefinition(
                name,
                List.of(Component.of("a", task)),
                List.of(),
                new FlowDefinition.Limits(1, FlowDefinition.Limits.DEFAULT_TIMEOUT));
    }

    private Flow<String, String> failing() {
        return flows.start(Flows.<String>create("flow")
                .map(
                        message -> {
                            throw BROKEN;
                        },
                        "a"));
    }

    @Test
    void includeWhatATransitionTaskThrowsAfterItsContinuationWasCalled() throws Exception {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .<String>bind(
                        (message, back) -> {
                            back.complete("done");
                            throw BROKEN;
                        },
                        "a"));

        assertThat(RunningFlows.get(flow.submit("x"))).isEqualTo("done");

        assertThat(log.list).singleElement().satisfies(line -> {
            assertThat(line.getFormattedMessage())
                    .isEqualTo(
                            "Flow 'flow', component 'a': a transition task threw after its continuation was called, which leaves the event as it is");
            assertThat(line.getThrowableProxy().getMessage()).isEqualTo("broken");
        });
    }

    @ParameterizedTest(name = "measured: {0}")
    @ValueSource(booleans = {false, true})
    void nameTheComponentThatFailedAndNotThoseAfterIt(boolean measured) {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .sampling(new Sampling(measured, 1, 1))
                .map((String message) -> message, "before")
                .<String>map(
                        message -> {
                            throw BROKEN;
                        },
                        "broken")
                .map((String message) -> message, "after")
                .join(JoinSettings.single())
                .map((String message) -> message, "next stage"));

        flow.apply("x");

        await().untilAsserted(() -> assertThat(log.list).singleElement().satisfies(line -> assertThat(
                        line.getFormattedMessage())
                .startsWith("Flow 'flow', component 'broken': ")));
    }

    @Test
    void nameTheTransitionWhoseContinuationFailed() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .map((String message) -> message, "before")
                .<String>bind((message, back) -> back.fail(BROKEN), "remote"));

        flow.apply("x");

        assertThat(log.list).singleElement().satisfies(line -> assertThat(line.getFormattedMessage())
                .startsWith("Flow 'flow', component 'remote': "));
    }

    @Test
    void areLoggedOnceAndCounted() {
        Flow<String, String> flow = failing();

        for (int i = 0; i < 1_000; i++) {
            flow.apply("x");
        }

        assertThat(log.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage())
                    .isEqualTo(
                            "Flow 'flow', component 'a': an event ended with an error that no catch component handled");
            assertThat(line.getThrowableProxy().getMessage()).isEqualTo("broken");
        });
        assertThat(flows.manager().flow("flow").summary().failed()).isEqualTo(1_000);
    }

    @Test
    void areLoggedByTheirTypeIfTheyCannotBePrinted() {
        new UnhandledErrors(flow("flow")).report(0, new MuteException());

        assertThat(log.list).singleElement().satisfies(line -> assertThat(
                        line.getThrowableProxy().getMessage())
                .isEqualTo("io.concor.fixture.MuteException, which cannot be printed"));
    }

    @Test
    void areLoggedForEachFlow() {
        UnhandledErrors one = new UnhandledErrors(flow("one"));
        UnhandledErrors other = new UnhandledErrors(flow("other"));

        one.report(0, BROKEN);
        other.report(0, BROKEN);

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(line -> assertThat(line).contains("'one'"), line -> assertThat(line)
                        .contains("'other'"));
    }

    @Test
    void areNotLoggedIfACallerAwaitsTheResult() throws Exception {
        CompletableFuture<String> result = failing().submit("x");

        assertThat(RunningFlows.errorOf(result)).isSameAs(BROKEN);
        assertThat(log.list).isEmpty();
    }

    @Test
    void areNoneIfACatchRecovers() {
        Flow<String, String> flow = flows.start(Flows.<String>create("flow")
                .<String>map(
                        message -> {
                            throw BROKEN;
                        },
                        "a")
                .catching(error -> "recovered", "b"));

        flow.apply("x");

        assertThat(log.list).isEmpty();
        assertThat(flows.manager().flow("flow").summary().completed()).isEqualTo(1);
    }
}
