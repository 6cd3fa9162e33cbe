package io.concor.experiments.laboratory;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.diagnosis.verdict.Verdict.State;
import io.concor.diagnosis.verdict.Verdict.Suspect;
import io.concor.experiments.testbed.MeasuredApplication;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads verdict and alarms of a flow over HTTP. Thread-safe. */
final class SampleDiagnosis {

    private static final double MILLIS_PER_SECOND = 1e3;

    private final SampleEndpoints endpoints;
    private final String flow;

    SampleDiagnosis(MeasuredApplication application, String flow) {
        this.endpoints = new SampleEndpoints(application);
        this.flow = flow;
    }

    /** The part of the answer that is needed; the endpoint omits what does not apply. */
    private record Answer(
            String flow,
            State state,
            Instant since,
            @Nullable Cause cause,
            @Nullable String slot,
            @Nullable String component,
            double confidence,
            String summary,
            List<Evidence> evidence,
            List<Evidence> against,
            List<Suspect> suspects) {

        Verdict verdict() {
            return new Verdict(
                    flow,
                    state,
                    since,
                    cause,
                    slot,
                    component,
                    confidence,
                    summary,
                    evidence,
                    against,
                    suspects,
                    List.of(),
                    null,
                    null);
        }
    }

    private record Alarms(List<Alarm> events) {}

    private record Alarm(Instant timestamp, Named data) {

        String at(Instant start) {
            double seconds = Duration.between(start, timestamp).toMillis() / MILLIS_PER_SECOND;
            return VerdictLog.at(seconds, PlantResult.place(data.cause, data.component));
        }
    }

    private record Named(String cause, @Nullable String component) {}

    /** Returns the verdict. Empty if the application does not answer in time. */
    Optional<Verdict> verdict() {
        return endpoints.get("concordiagnosis/" + flow, Answer.class).map(Answer::verdict);
    }

    /** Returns the alarms, each with its time after the start of the load. */
    List<String> alarms(Instant start) {
        return endpoints
                .get("auditevents?type=CONCOR_FLOW_LIMITED", Alarms.class)
                .map(Alarms::events)
                .orElse(List.of())
                .stream()
                .map(alarm -> alarm.at(start))
                .toList();
    }
}
