package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.verdict.Verdict;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes an application event for each alarm. A flow that recovers does so from the cause that was published, even if the
 * alarm has moved to another one since.
 */
final class AlarmEventPublisher implements AlarmListener {

    private final ApplicationEventPublisher publisher;
    /** The published alarm of each flow. */
    private final Map<String, Verdict> published = new ConcurrentHashMap<>();

    AlarmEventPublisher(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public void onRaised(Verdict verdict) {
        published.put(verdict.flow(), verdict);
        publisher.publishEvent(new FlowLimitedEvent(verdict));
    }

    @Override
    public void onCleared(Verdict raised) {
        Verdict limited = published.remove(raised.flow());
        publisher.publishEvent(new FlowRecoveredEvent(limited == null ? raised : limited));
    }

    @Override
    public void onFailing(Verdict verdict) {
        publisher.publishEvent(new FlowFailingEvent(verdict));
    }

    @Override
    public void onFailureEnded(Verdict raised) {
        publisher.publishEvent(new FlowFailureEndedEvent(raised));
    }
}
