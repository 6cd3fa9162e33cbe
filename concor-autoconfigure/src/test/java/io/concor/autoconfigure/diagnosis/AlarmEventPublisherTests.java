package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlarmEventPublisherTests {

    private static final Verdict LOCK = VerdictSamples.limited(Cause.LOCK, "router");
    private static final Verdict CPU = VerdictSamples.limited(Cause.CPU, "parser");

    private final List<Object> events = new ArrayList<>();
    private final AlarmEventPublisher publisher = new AlarmEventPublisher(events::add);

    @Test
    void publishesEachAlarmAndItsEndAlthoughItMovesInBetween() {
        publisher.onRaised(LOCK);
        publisher.onCleared(LOCK);
        publisher.onRaised(CPU);
        publisher.onMoved(LOCK);
        publisher.onCleared(LOCK);

        assertThat(events)
                .containsExactly(
                        new FlowLimitedEvent(LOCK),
                        new FlowRecoveredEvent(LOCK),
                        new FlowLimitedEvent(CPU),
                        new FlowRecoveredEvent(CPU));
    }
}
