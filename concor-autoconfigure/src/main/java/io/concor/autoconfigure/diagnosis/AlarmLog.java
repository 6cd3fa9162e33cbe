package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs when a flow becomes limited by a cause, with the first advice, and when it no longer is. */
final class AlarmLog implements AlarmListener {

    private static final Logger log = LoggerFactory.getLogger(AlarmLog.class);

    private final InstantSource clock;
    /** When the present alarm of each flow was raised: the flow may have been limited before, by another cause. */
    private final Map<String, Instant> raisedAt = new ConcurrentHashMap<>();

    AlarmLog(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void onRaised(Verdict verdict) {
        raisedAt.put(verdict.flow(), clock.instant());
        log.warn(
                "Flow '{}' is limited by {}: {}{} See endpoint concordiagnosis/{}",
                verdict.flow(),
                verdict.cause(),
                verdict.summary(),
                verdict.advice().stream().findFirst().map(AlarmLog::advice).orElse(""),
                verdict.flow());
    }

    private static String advice(Advice advice) {
        String setting = advice.setting() == null ? "" : " (%s: %s)".formatted(advice.setting(), advice.value());
        return " Advice: " + advice.text() + (advice.change() == null ? setting : change(advice.change()));
    }

    private static String change(SlotAdvice change) {
        return " (slot '%s': %s)".formatted(change.slot(), change.settings() == null ? "none" : change.settings());
    }

    @Override
    public void onCleared(Verdict raised) {
        Instant now = clock.instant();
        Instant before = raisedAt.remove(raised.flow());
        Duration lasted = Duration.between(before == null ? now : before, now);
        log.info(
                "Flow '{}' is no longer limited by {}, after {}",
                raised.flow(),
                raised.cause(),
                SettingFormat.format(Duration.ofSeconds(Math.max(1, lasted.toSeconds()))));
    }
}
