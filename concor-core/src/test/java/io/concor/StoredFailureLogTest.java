package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.concor.fixture.StoredFlows;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** What the log says of an event that becomes a dead letter of a slot. */
@Timeout(60)
class StoredFailureLogTest extends StoredFlows {

    private final Logger logger = (Logger) LoggerFactory.getLogger(Flow.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    private Stream<String> warnings() {
        return log.list.stream().filter(line -> line.getLevel() == Level.WARN).map(ILoggingEvent::getFormattedMessage);
    }

    @Test
    void namesTheEventAndTheQueue() {
        Flow<Integer, String> flow = flow(SINGLE);
        flow.accept(-13, Delivery.id("order-13"));
        await().untilAsserted(() -> assertThat(warnings())
                .containsExactly("Flow 'flow', component 'slot': event 'order-13' of the queue 'flow.slot'"
                        + " ended with an error that no catch component handled, and is a dead"
                        + " letter now"));
    }
}
