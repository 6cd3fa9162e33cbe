package io.concor.autoconfigure.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.diagnosis.FlowFailingEvent;
import io.concor.autoconfigure.diagnosis.FlowFailureEndedEvent;
import io.concor.autoconfigure.diagnosis.FlowLimitedEvent;
import io.concor.autoconfigure.diagnosis.FlowRecoveredEvent;
import io.concor.autoconfigure.diagnosis.VerdictSamples;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

class AuditingAlarmListenerTests {

    private static final Verdict LOCK = VerdictSamples.limited(Cause.LOCK, "router");

    private final List<AuditEvent> events = new ArrayList<>();

    /** Between an alarm and its end the cause may have changed: both events name the one of the alarm. */
    @Test
    void pairsTheEndOfAnAlarmWithTheAlarm() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(AuditingAlarmListener.class, () -> new AuditingAlarmListener(context));
            context.addApplicationListener(this::hear);
            context.refresh();

            context.publishEvent(new FlowLimitedEvent(LOCK));
            context.publishEvent(new FlowRecoveredEvent(LOCK));
        }

        assertThat(events)
                .extracting(AuditEvent::getType)
                .containsExactly("CONCOR_FLOW_LIMITED", "CONCOR_FLOW_RECOVERED");
        assertThat(events).allSatisfy(event -> assertThat(event.getData())
                .containsEntry("cause", LOCK.cause().toString())
                .containsEntry("component", "router")
                .containsEntry("summary", LOCK.summary()));
    }

    @Test
    void namesTheComponentAndTheErrorOfAFailingFlow() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(AuditingAlarmListener.class, () -> new AuditingAlarmListener(context));
            context.addApplicationListener(this::hear);
            context.refresh();

            context.publishEvent(new FlowFailingEvent(VerdictSamples.failing()));
            context.publishEvent(new FlowFailureEndedEvent(VerdictSamples.failing()));
        }

        assertThat(events)
                .extracting(AuditEvent::getType)
                .containsExactly("CONCOR_FLOW_FAILING", "CONCOR_FLOW_FAILURE_ENDED");
        assertThat(events).allSatisfy(event -> assertThat(event.getData())
                .containsEntry("flow", "orders")
                .containsEntry("component", "remote")
                .containsEntry("error", "ConnectException")
                .containsEntry("since", "1970-01-01T00:00:00Z")
                .containsEntry("share", 1.0)
                .containsEntry("summary", "All events fail."));
    }

    private void hear(ApplicationEvent event) {
        if (event instanceof AuditApplicationEvent heard) {
            events.add(heard.getAuditEvent());
        }
    }
}
