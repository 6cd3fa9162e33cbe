package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.fixture.MuteException;
import io.concor.fixture.RunningFlows;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
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
                            "Flow 'flow': a transition task threw after its continuation was called, which leaves the event as it is (0 more since the last report)");
            assertThat(line.getThrowableProxy().getMessage()).isEqualTo("broken");
        });
    }

    @Test
    void areLoggedOnceAndCounted() {
        Flow<String, String> flow = failing();

        for (int i = 0; i < 1_000; i++) {
            flow.apply("x");
        }

        assertThat(log.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage()).contains("Flow 'flow'", "no catch component handled");
            assertThat(line.getThrowableProxy().getMessage()).isEqualTo("broken");
        });
        assertThat(flows.manager().summary("flow").failed()).isEqualTo(1_000);
    }

    @Test
    void areLoggedByTheirTypeIfTheyCannotBePrinted() {
        new UnhandledErrors("flow").report(new MuteException());

        assertThat(log.list).singleElement().satisfies(line -> assertThat(
                        line.getThrowableProxy().getMessage())
                .isEqualTo("io.concor.fixture.MuteException, which cannot be printed"));
    }

    @Test
    void areLoggedForEachFlow() {
        UnhandledErrors one = new UnhandledErrors("one");
        UnhandledErrors other = new UnhandledErrors("other");

        one.report(BROKEN);
        other.report(BROKEN);

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
        assertThat(flows.manager().summary("flow").completed()).isEqualTo(1);
    }
}
