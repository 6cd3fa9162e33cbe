package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.verdict.Verdict;
import org.springframework.context.ApplicationEventPublisher;

/** Publishes an application event for each alarm. */
record AlarmEventPublisher(ApplicationEventPublisher publisher) implements AlarmListener {

    @Override
    public void onRaised(Verdict verdict) {
        publisher.publishEvent(new FlowLimitedEvent(verdict));
    }

    @Override
    public void onCleared(Verdict raised) {
        publisher.publishEvent(new FlowRecoveredEvent(raised));
    }
}
