package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import org.junit.jupiter.api.Test;

class QueuingCallersTests {

    private static final Verdict QUEUING =
            VerdictSamples.limited(Cause.CPU, null, new Evidence(LimitSigns.COMPUTING_CALLERS, 59.7, 4, "threads", 5));
    private static final Verdict CHANGED = VerdictSamples.limited(Cause.ADMISSION, null);

    @Test
    void areKnownFromTheVerdict() {
        assertThat(new QueuingCallers(flow -> QUEUING).queuing("orders")).hasValue(59.7);
        assertThat(new QueuingCallers(flow -> CHANGED).queuing("orders")).isEmpty();
    }

    @Test
    void areKnownFromTheAlarmWhileTheVerdictIsNot() {
        QueuingCallers callers = new QueuingCallers(flow -> CHANGED);

        callers.onRaised(QUEUING);
        assertThat(callers.queuing("orders")).hasValue(59.7);
        assertThat(callers.queuing("payments")).isEmpty();

        callers.onCleared(QUEUING);
        assertThat(callers.queuing("orders")).isEmpty();
    }
}
