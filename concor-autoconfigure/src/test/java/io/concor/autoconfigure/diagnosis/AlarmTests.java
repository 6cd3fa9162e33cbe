package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.SingleThreadedTask;
import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Suspect;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;

/** The alarm of a flow whose single thread has more to do than it can, until it has less. */
@SpringBootTest(classes = AlarmTests.Orders.class)
@ExtendWith(OutputCaptureExtension.class)
class AlarmTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Autowired
    private Flow<String, String> orders;

    @Autowired
    private Manager manager;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private Heard heard;

    private final AtomicLong pauseNanos = new AtomicLong();
    private final Thread load = new Thread(this::send, "load");

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Orders {

        @Bean
        Flow<String, String> orders() {
            return Flows.<String>create("orders")
                    .maxInFlight(256)
                    .noJoin()
                    .map((String order) -> order, "parser")
                    .join(JoinSettings.single())
                    .mapSingleThreaded(new Booking(), "booking")
                    .build();
        }

        @Bean
        Heard heard() {
            return new Heard();
        }

        @Bean
        @Order(0)
        AlarmListener failing() {
            return new FailingListener();
        }
    }

    /** Works for five milliseconds. */
    private static final class Booking implements SingleThreadedTask<String, String> {

        @Override
        public String apply(String order) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            return order;
        }
    }

    static final class Heard {

        private final List<Object> events = new CopyOnWriteArrayList<>();
        private final List<AuditEvent> audited = new CopyOnWriteArrayList<>();

        long count(Class<?> type) {
            return events.stream().filter(type::isInstance).count();
        }

        @EventListener
        void limited(FlowLimitedEvent event) {
            events.add(event);
        }

        @EventListener
        void recovered(FlowRecoveredEvent event) {
            events.add(event);
        }

        @EventListener
        void audited(AuditApplicationEvent event) {
            audited.add(event.getAuditEvent());
        }
    }

    private static final class FailingListener implements AlarmListener {

        @Override
        public void onRaised(Verdict verdict) {
            throw new IllegalStateException("expected by the test");
        }

        @Override
        public void onCleared(Verdict raised) {
            throw new IllegalStateException("expected by the test");
        }
    }

    private void send() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                orders.apply("order");
                LockSupport.parkNanos(pauseNanos.get());
            }
        } catch (RuntimeException interrupted) {
            // the test has ended
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        load.interrupt();
        load.join();
    }

    private List<String> audited() {
        return heard.audited.stream()
                .map(AuditEvent::getType)
                .filter(type -> type.startsWith("CONCOR_FLOW"))
                .toList();
    }

    private List<Meter.Id> limited(double value) {
        return new ArrayList<>(meters.find("concor.flow.limited").gauges())
                .stream()
                        .filter(gauge -> gauge.value() == value)
                        .map(Meter::getId)
                        .toList();
    }

    /** On a busy machine the likelier cause may be another process; then the thread is among the suspects. */
    private static Stream<Cause> causes(Verdict verdict) {
        return Stream.concat(
                Stream.ofNullable(verdict.cause()), verdict.suspects().stream().map(Suspect::cause));
    }

    @Test
    @Tag("full")
    void isRaisedWithCauseAndAdviceAndClearedWhenTheLoadFits(CapturedOutput output) {
        assertThat(limited(0)).singleElement().satisfies(id -> assertThat(id.getTag("cause"))
                .isEqualTo("none"));

        load.start();
        // forgets the time without load
        manager.change(
                ChangeRequest.put("orders", "booking", JoinSettings.single().capacity(512)));
        await("the alarm").atMost(PATIENCE).until(() -> !heard.events.isEmpty());

        assertThat(heard.events.get(0)).isInstanceOf(FlowLimitedEvent.class);
        Verdict raised = ((FlowLimitedEvent) heard.events.get(0)).verdict();
        String cause = String.valueOf(raised.cause());
        assertThat(raised.flow()).isEqualTo("orders");
        assertThat(causes(raised)).as(raised.summary()).contains(Cause.SINGLE_THREAD);
        assertThat(output)
                .containsPattern("WARN.*Flow 'orders' is limited by " + cause + ": .* Advice: ")
                .contains(raised.summary(), raised.advice().get(0).text(), "See endpoint concordiagnosis/orders")
                .contains("FailingListener failed to handle an alarm");
        await("the audit event").untilAsserted(() -> assertThat(audited()).startsWith("CONCOR_FLOW_LIMITED"));
        assertThat(heard.audited)
                .filteredOn(event -> event.getType().equals("CONCOR_FLOW_LIMITED"))
                .first()
                .extracting(AuditEvent::getData, InstanceOfAssertFactories.MAP)
                .containsEntry("flow", "orders")
                .containsEntry("cause", cause)
                .containsEntry("summary", raised.summary())
                .containsKeys("since", "confidence", "advice");
        await("the gauge").untilAsserted(() -> assertThat(limited(1))
                .singleElement()
                .satisfies(id -> assertThat(id.getTag("cause")).isEqualTo(cause))
                .satisfies(
                        id -> assertThat(id.getTag("slot")).isEqualTo(raised.slot() == null ? "none" : raised.slot())));
        assertThat(limited(0)).isEmpty();

        pauseNanos.set(TimeUnit.MILLISECONDS.toNanos(20));
        await("the end of the alarm, and of another one if the cause has changed")
                .atMost(PATIENCE)
                .until(() -> heard.count(FlowRecoveredEvent.class) == heard.count(FlowLimitedEvent.class));

        assertThat(heard.events.get(1)).isEqualTo(new FlowRecoveredEvent(raised));
        assertThat(output).containsPattern("INFO.*Flow 'orders' is no longer limited by " + cause + ", after \\d+");
        await("the audit event")
                .untilAsserted(() -> assertThat(audited()).startsWith("CONCOR_FLOW_LIMITED", "CONCOR_FLOW_RECOVERED"));
        await("the gauge").untilAsserted(() -> assertThat(limited(0)).hasSize(1));
        assertThat(limited(1)).isEmpty();
    }
}
