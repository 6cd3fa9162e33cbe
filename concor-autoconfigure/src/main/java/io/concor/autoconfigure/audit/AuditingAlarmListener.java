package io.concor.autoconfigure.audit;

import io.concor.autoconfigure.diagnosis.FlowFailingEvent;
import io.concor.autoconfigure.diagnosis.FlowFailureEndedEvent;
import io.concor.autoconfigure.diagnosis.FlowLimitedEvent;
import io.concor.autoconfigure.diagnosis.FlowRecoveredEvent;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Advice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

/** Publishes an audit event for each alarm and for its end, as the application events do. */
final class AuditingAlarmListener {

    private final ApplicationEventPublisher publisher;

    AuditingAlarmListener(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @EventListener
    void onLimited(FlowLimitedEvent alarm) {
        publish("CONCOR_FLOW_LIMITED", data(alarm.verdict()));
    }

    @EventListener
    void onRecovered(FlowRecoveredEvent alarm) {
        publish("CONCOR_FLOW_RECOVERED", data(alarm.raised()));
    }

    @EventListener
    void onFailing(FlowFailingEvent alarm) {
        publishFailure("CONCOR_FLOW_FAILING", alarm.verdict());
    }

    @EventListener
    void onFailureEnded(FlowFailureEndedEvent alarm) {
        publishFailure("CONCOR_FLOW_FAILURE_ENDED", alarm.raised());
    }

    private void publishFailure(String type, Verdict verdict) {
        Verdict.Failure failure = verdict.failure();
        if (failure != null) {
            publish(type, failed(verdict.flow(), failure));
        }
    }

    private static Map<String, @Nullable Object> failed(String flow, Verdict.Failure failure) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("flow", flow);
        data.put("component", failure.component());
        data.put("error", failure.error());
        data.put("since", failure.since().toString());
        data.put("share", failure.share());
        data.put("summary", failure.summary());
        return data;
    }

    private void publish(String type, Map<String, @Nullable Object> data) {
        data.values().removeIf(Objects::isNull);
        publisher.publishEvent(new AuditApplicationEvent(new AuditEvent("", type, data)));
    }

    /** Uses plain texts and numbers, which any audit repository can store. */
    private static Map<String, @Nullable Object> data(Verdict verdict) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("flow", verdict.flow());
        data.put("cause", String.valueOf(verdict.cause()));
        data.put("slot", verdict.slot());
        data.put("component", verdict.component());
        data.put("since", verdict.since().toString());
        data.put("confidence", verdict.confidence());
        data.put("summary", verdict.summary());
        data.put(
                "advice",
                verdict.advice().stream().findFirst().map(Advice::text).orElse(null));
        return data;
    }
}
