package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class AlarmLogTests {

    private Instant now = Instant.EPOCH.plusSeconds(38);
    private final AlarmLog log = new AlarmLog(() -> now);

    private static Verdict limited(Cause cause) {
        return VerdictSamples.limited(cause, "router");
    }

    @Test
    void saysHowLongTheAlarmOfACauseLasted(CapturedOutput output) {
        log.onRaised(limited(Cause.SLOW_CALLBACK));
        now = now.plusSeconds(9);
        log.onCleared(limited(Cause.SLOW_CALLBACK));

        assertThat(output).contains("Flow 'orders' is no longer limited by slow-callback, after 9s");
    }

    @Test
    void saysThatTheFormerCauseHasReturned(CapturedOutput output) {
        log.onRaised(limited(Cause.LOCK));
        log.onMoved(limited(Cause.LOCK));
        log.onCleared(limited(Cause.LOCK));
        log.onRaised(limited(Cause.CPU));
        log.onMoved(limited(Cause.LOCK));
        log.onCleared(limited(Cause.LOCK));

        assertThat(output.getOut().lines().map(line -> line.substring(line.indexOf("Flow 'orders'"))))
                .containsExactly(
                        "Flow 'orders' is limited by lock: It is so. See endpoint concordiagnosis/orders",
                        "Flow 'orders' is no longer limited by lock, after 1s",
                        "Flow 'orders' is limited by cpu: It is so. See endpoint concordiagnosis/orders",
                        "Flow 'orders' is limited by lock again, and no longer by cpu",
                        "Flow 'orders' is no longer limited by lock, after 1s");
    }
}
