package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.FlowAutopilot;
import io.concor.autoconfigure.properties.KnownNames;
import io.concor.autoconfigure.properties.OperatingMode;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.autoconfigure.properties.section.Autonomy;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.AutopilotMode;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.text.SimilarNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configured settings of the autopilot, by the name of the flow. */
final class ConfiguredAutopilots implements Function<String, AutopilotSettings> {

    private static final Logger log = LoggerFactory.getLogger(ConfiguredAutopilots.class);

    private final AutopilotSettings others;
    private final Map<String, AutopilotSettings> flows = new HashMap<>();

    ConfiguredAutopilots(ConcorProperties properties) {
        this.others = AutopilotSettings.DEFAULT
                .mode(defaultMode(properties))
                .pause(properties.autopilot().pause());
        properties.flows().forEach((flow, settings) -> flows.put(flow, of(settings.autopilot())));
    }

    private static AutopilotMode defaultMode(ConcorProperties properties) {
        Autonomy mode = properties.autopilot().mode();
        if (mode != null) {
            return mode(mode);
        }
        return properties.mode() == OperatingMode.DYNAMIC ? AutopilotMode.AUTO : AutopilotMode.ADVISE;
    }

    private AutopilotSettings of(FlowAutopilot settings) {
        AutopilotMode mode = settings.mode() == null ? others.mode() : mode(settings.mode());
        return others.mode(mode).goal(Goal.NONE.p99(settings.p99()).throughput(settings.throughput()));
    }

    private static AutopilotMode mode(Autonomy autonomy) {
        return AutopilotMode.valueOf(autonomy.name());
    }

    /** Settings for a flow that is built in Java may have a misspelled name. */
    void warnOfUnknownFlows(List<String> known) {
        KnownNames names = new KnownNames(known);
        flows.keySet().stream()
                .filter(flow -> names.meantBy(flow).isEmpty())
                .forEach(flow -> log.warn(
                        "Property '{}' has no effect: there is no flow '{}'{}; known: {}",
                        PropertyPath.flow(flow).at("autopilot").property(),
                        flow,
                        SimilarNames.hint(flow, known),
                        known));
    }

    @Override
    public AutopilotSettings apply(String flow) {
        return flows.getOrDefault(new KnownNames(flows.keySet()).resolve(flow), others);
    }
}
