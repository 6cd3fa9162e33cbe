package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.properties.ConcorProperties.AutopilotSettings;
import io.concor.autoconfigure.properties.ConcorProperties.FlowSettings;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.diagnosis.Goal;
import io.concor.text.SimilarNames;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configured goals, by the name of the flow. */
final class FlowGoals implements Function<String, Goal> {

    private static final Logger log = LoggerFactory.getLogger(FlowGoals.class);
    private static final double NANOS_PER_MICRO = 1_000;

    private final Map<String, Goal> goals = new HashMap<>();

    FlowGoals(Map<String, FlowSettings> flows) {
        flows.forEach((flow, settings) -> goals.put(flow, goal(settings.autopilot())));
    }

    /** A goal for a flow that is built in Java may have a misspelled name. */
    void warnOfUnknownFlows(List<String> known) {
        goals.keySet().stream()
                .filter(flow -> !known.contains(flow))
                .forEach(flow -> log.warn(
                        "Property '{}' has no effect: there is no flow '{}'{}; known: {}",
                        PropertyPath.flow(flow).at("autopilot").property(),
                        flow,
                        SimilarNames.hint(flow, known),
                        known));
    }

    private static Goal goal(AutopilotSettings settings) {
        return new Goal(micros(settings.p99()), number(settings.throughput()));
    }

    private static OptionalDouble micros(@Nullable Duration time) {
        return time == null ? OptionalDouble.empty() : OptionalDouble.of(time.toNanos() / NANOS_PER_MICRO);
    }

    private static OptionalDouble number(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    @Override
    public Goal apply(String flow) {
        return goals.getOrDefault(flow, Goal.NONE);
    }
}
