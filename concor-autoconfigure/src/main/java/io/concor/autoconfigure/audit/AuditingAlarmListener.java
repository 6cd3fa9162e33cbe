package io.concor.autoconfigure.audit;

import io.concor.autoconfigure.diagnosis.FlowFailingEvent;
import io.concor.autoconfigure.diagnosis.FlowFailureEndedEvent;
import io.concor.autoconfigure.diagnosis.FlowLimitedEvent;
import io.concor.autoconfigure.diagnosis.FlowRecoveredEvent;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Advice;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

/** Publishes an audit event for each alarm and for its end, as the application events do. */
final class AuditingAlarmListener {

    private static final String LIMITED = "CONCOR_FLOW_LIMITED";
    private static final String RECOVERED = "CONCOR_FLOW_RECOVERED";

    private static final String FAILING = "CONCOR_FLOW_FAILING";
    private static final String FAILURE_ENDED = "CONCOR_FLOW_FAILURE_ENDED";

    private final ApplicationEventPublisher publisher;

    AuditingAlarmListener(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @EventListener
    void onLimited(FlowLimitedEvent alarm) {
        publish(LIMITED, alarm.verdict());
    }

    @EventListener
    void onRecovered(FlowRecoveredEvent alarm) {
        publish(RECOVERED, alarm.raised());
    }

    @EventListener
    void onFailing(FlowFailingEvent alarm) {
        publishFailure(FAILING, alarm.verdict());
    }

    @EventListener
    void onFailureEnded(FlowFailureEndedEvent alarm) {
        publishFailure(FAILURE_ENDED, alarm.raised());
    }

    private void publishFailure(String type, Verdict verdict) {
        Verdict.Failure failure = verdict.failure();
        if (failure != null) {
            publisher.publishEvent(
                    new AuditApplicationEvent(new AuditEvent("", type, failed(verdict.flow(), failure))));
        }
    }

    private static Map<String, @Nullable Object> failed(String flow, Verdict.Failure failure) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("flow", flow);
        put(data, "component", failure.component());
        put(data, "error", failure.error());
        data.put("since", failure.since().toString());
        data.put("share", failure.share());
        data.put("summary", failure.summary());
        return data;
    }

    private void publish(String type, Verdict verdict) {
        publisher.publishEvent(new AuditApplicationEvent(new AuditEvent("", type, data(verdict))));
    }

    /** Uses plain texts and numbers, which any audit repository can store. */
    private static Map<String, @Nullable Object> data(Verdict verdict) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("flow", verdict.flow());
        data.put("cause", String.valueOf(verdict.cause()));
        put(data, "slot", verdict.slot());
        put(data, "component", verdict.component());
        data.put("since", verdict.since().toString());
        data.put("confidence", verdict.confidence());
        data.put("summary", verdict.summary());
        put(
                data,
                "advice",
                verdict.advice().stream().findFirst().map(Advice::text).orElse(null));
        return data;
    }

    private static void put(Map<String, @Nullable Object> data, String key, @Nullable Object value) {
        if (value != null) {
            data.put(key, value);
        }
    }
}
