package io.concor.autoconfigure.watch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RecoveryCheckTests {

    private final AtomicLong nanos = new AtomicLong();
    private final Manager manager = new Manager();
    private final RecoveryCheck check = new RecoveryCheck(manager, () -> true, nanos::get);
    private final Flow<Integer, Integer> flow = Flows.<Integer>create("orders")
            .map((Integer order) -> 100 / order, "bank")
            .catching(error -> 0, "fallback")
            .build();

    private final Logger logger = (Logger) LoggerFactory.getLogger(RecoveryCheck.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void register() {
        manager.register(flow);
        logger.setAdditive(false);
        logger.addAppender(log);
        log.start();
        send(0, 50);
        checkAfter(0);
    }

    @AfterEach
    void close() {
        flow.close();
        logger.detachAppender(log);
        logger.setAdditive(true);
    }

    private void send(int order, int times) {
        for (int i = 0; i < times; i++) {
            flow.submit(order).join();
        }
    }

    private void checkAfter(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
        check.check(manager.summary("orders"));
    }

    private List<String> messages() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void reportsBeginAndEndOnceEach() {
        send(0, 20);
        send(1, 60);
        checkAfter(10);
        send(0, 20);
        checkAfter(10);
        assertThat(messages())
                .containsExactly(
                        "Flow 'orders': a catch component handled the error of 20 of the 80 events that ended in the last 10s,"
                                + " most of 'bank', the latest ArithmeticException. See "
                                + OverloadText.endpoints("orders", true));

        send(0, 1);
        send(1, 9);
        checkAfter(30);
        assertThat(messages()).as("within a minute").hasSize(1);
        send(0, 1);
        send(1, 99);
        checkAfter(20);

        assertThat(messages())
                .hasSize(2)
                .last()
                .isEqualTo(
                        "Flow 'orders': catch components handle few errors again, 1 in the 100 events that ended in the last 20s");
    }

    @Test
    void doesNotCountWhatHasNotHappened() {
        send(0, 20);
        checkAfter(10);
        checkAfter(60);

        assertThat(messages())
                .last()
                .isEqualTo("Flow 'orders': catch components handle no more errors; no event ended in the last 1m");
    }

    @Test
    void doesNotReportAFewErrors() {
        send(0, 9);
        checkAfter(10);
        send(0, 19);
        send(1, 81);
        checkAfter(10);

        assertThat(messages()).isEmpty();
    }

    @Test
    void comparesPeriodsOfTenSeconds() {
        send(0, 20);
        checkAfter(9);
        assertThat(messages()).isEmpty();

        checkAfter(1);
        assertThat(messages()).hasSize(1);
    }
}
