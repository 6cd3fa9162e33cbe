package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ObjectAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** Flows from one of whose events references leak into another; the log is read rather than shown. */
abstract class LeakingFlows {

    /** A message that can change. */
    static final class Note {
        String text;
        Note before;

        Note(String text) {
            this.text = text;
        }
    }

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    final Logger logger = (Logger) LoggerFactory.getLogger(Flow.class);
    final ListAppender<ILoggingEvent> log = new ListAppender<>();

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

    static FlowBuilder<String, String> failing() {
        return Flows.<String>create("flow").checkingLeaks(LeakCheck.FAIL);
    }

    static ObjectAssert<LeakedReferenceException> assertLeak(CompletableFuture<?> result) throws Exception {
        return assertThat(RunningFlows.errorOf(result))
                .asInstanceOf(InstanceOfAssertFactories.type(LeakedReferenceException.class));
    }

    static Consumer<LeakedReferenceException> at(String component, Class<?> type, String... told) {
        return leak -> {
            assertThat(leak.flow()).isEqualTo("flow");
            assertThat(leak.component()).isEqualTo(component);
            assertThat(leak.type()).isEqualTo(type.getTypeName());
            assertThat(leak).hasMessageContainingAll("Flow 'flow'", leak.type(), "docs/payloads.md");
            assertThat(told).allSatisfy(words -> assertThat(leak).hasMessageContaining(words));
        };
    }
}
