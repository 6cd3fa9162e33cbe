package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import io.concor.text.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs when a flow becomes limited by a cause, with the first advice, when the cause changes, and when none limits it;
 * likewise when its events fail.
 */
final class AlarmLog implements AlarmListener {

    private static final Logger log = LoggerFactory.getLogger(AlarmLog.class);

    private final InstantSource clock;
    /** The present alarm of each flow. */
    private final Map<String, Raised> alarms = new ConcurrentHashMap<>();
    /** Since when flows are failing. */
    private final Map<String, Instant> failures = new ConcurrentHashMap<>();

    /** @param at since when this cause limits the flow: another one may have limited it before */
    private record Raised(@Nullable Cause cause, Instant at) {}

    AlarmLog(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void onRaised(Verdict verdict) {
        remember(verdict);
        log.warn(
                "Flow '{}' is limited by {}: {}{} See endpoint concordiagnosis/{}",
                verdict.flow(),
                verdict.cause(),
                verdict.summary(),
                verdict.advice().stream().findFirst().map(AlarmLog::advice).orElse(""),
                verdict.flow());
    }

    private static String advice(Advice advice) {
        String setting = advice.setting() == null ? "" : Sentence.of(" (%s: %s)", advice.setting(), advice.value());
        return " Advice: " + advice.text() + (advice.change() == null ? setting : change(advice.change()));
    }

    private static String change(SlotAdvice change) {
        return Sentence.of(" (slot '%s': %s)", change.slot(), change.settings() == null ? "none" : change.settings());
    }

    /** Without this line, the log would name a cause that no longer limits the flow. */
    @Override
    public void onMoved(Verdict verdict) {
        Raised before = alarms.get(verdict.flow());
        if (before != null && before.cause() != verdict.cause()) {
            log.info(
                    "Flow '{}' is limited by {} again, and no longer by {}",
                    verdict.flow(),
                    verdict.cause(),
                    before.cause());
            remember(verdict);
        }
    }

    private void remember(Verdict verdict) {
        alarms.put(verdict.flow(), new Raised(verdict.cause(), clock.instant()));
    }

    @Override
    public void onCleared(Verdict raised) {
        Instant now = clock.instant();
        Raised before = alarms.remove(raised.flow());
        log.info(
                "Flow '{}' is no longer limited by {}, after {}",
                raised.flow(),
                raised.cause(),
                seconds(before == null ? now : before.at(), now));
    }

    @Override
    public void onFailing(Verdict verdict) {
        failures.put(verdict.flow(), clock.instant());
        log.warn(
                "Flow '{}' is failing: {} See endpoint concordiagnosis/{}",
                verdict.flow(),
                verdict.summary(),
                verdict.flow());
    }

    @Override
    public void onFailureEnded(Verdict raised) {
        Instant now = clock.instant();
        Instant began = failures.remove(raised.flow());
        log.info("Flow '{}' is no longer failing, after {}", raised.flow(), seconds(began == null ? now : began, now));
    }

    private static String seconds(Instant from, Instant to) {
        return SettingFormat.format(
                Duration.ofSeconds(Math.max(1, Duration.between(from, to).toSeconds())));
    }
}
