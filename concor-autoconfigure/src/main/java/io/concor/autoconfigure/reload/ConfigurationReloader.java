package io.concor.autoconfigure.reload;

import io.concor.ConcorException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConcorProperties.FlowSettings;
import io.concor.autoconfigure.properties.ConcorPropertiesBinder;
import io.concor.autoconfigure.properties.SlotSettings;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.ChangeSource;
import io.concor.manage.Manager;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/**
 * Takes what changed in the configuration while the application runs: the slots of each flow in one change, and the
 * sampling. What cannot be taken before the next start is told in the log. A wrong value changes nothing of its flow.
 * Thread-safe.
 */
final class ConfigurationReloader {

    private static final Logger log = LoggerFactory.getLogger(ConfigurationReloader.class);

    private final Manager manager;
    private final Environment environment;
    private final Map<String, ConfiguredSlots> taken = new HashMap<>();
    private ConcorProperties last;

    ConfigurationReloader(Manager manager, ConcorProperties atTheStart, Environment environment) {
        this.manager = manager;
        this.environment = environment;
        this.last = atTheStart;
        atTheStart.flows().forEach((flow, settings) -> taken.put(flow, ConfiguredSlots.of(settings)));
    }

    synchronized void reload() {
        ConcorProperties next;
        try {
            next = ConcorPropertiesBinder.bind(environment);
        } catch (RuntimeException wrong) {
            log.warn("The configuration changed and cannot be read, so nothing of it is taken: {}", reason(wrong));
            return;
        }
        next.flows().forEach(this::takeSlots); // what a trial, say, kept from being taken has not changed since
        if (!next.equals(last)) {
            takeSampling(next);
            tellWhatWaits(next);
            last = next;
        }
    }

    private void takeSlots(String flow, FlowSettings settings) {
        ConfiguredSlots before = taken.get(flow);
        ConfiguredSlots now = ConfiguredSlots.of(settings);
        if (before == null || !before.sameComponents(now)) {
            return; // told as what waits
        }
        Map<String, SlotSettings> changed = now.changedSince(before);
        try {
            if (!changed.isEmpty()) {
                change(flow, joins(changed));
            }
            taken.put(flow, now);
            tellWhatIsNotSaidAnyMore(flow, now, before);
        } catch (ConcorException wrong) {
            log.warn(
                    "The configuration of slots {} of flow '{}' changed and cannot be taken, so none of them is changed until the next refresh: {}",
                    changed.keySet(),
                    flow,
                    wrong.getMessage());
        }
    }

    private static Map<String, Optional<JoinSettings>> joins(Map<String, SlotSettings> slots) {
        Map<String, Optional<JoinSettings>> joins = new LinkedHashMap<>();
        slots.forEach((slot, settings) -> joins.put(slot, join(slot, settings)));
        return joins;
    }

    private static Optional<JoinSettings> join(String slot, SlotSettings settings) {
        try {
            return settings.toJoinSettings();
        } catch (InvalidSettingException wrong) {
            throw new InvalidSettingException(slot + "." + wrong.field(), wrong.reason(), wrong.allowed());
        }
    }

    private void change(String flow, Map<String, Optional<JoinSettings>> slots) {
        ChangeResult result = manager.change(ChangeRequest.slots(flow, slots)
                .by(ChangeOrigin.of(ChangeSource.CONFIGURATION, null))
                .reason("the configuration changed"));
        log.info(
                "The configuration of flow '{}' changed and is taken, layout version {}: {}",
                flow,
                result.version(),
                result.slots());
    }

    private static void tellWhatIsNotSaidAnyMore(String flow, ConfiguredSlots now, ConfiguredSlots before) {
        List<String> unsaid = now.unsaidSince(before);
        if (!unsaid.isEmpty()) {
            log.warn(
                    "The configuration says no more what slots {} of flow '{}' hold; they stay as they are until the next start",
                    unsaid,
                    flow);
        }
    }

    private void takeSampling(ConcorProperties next) {
        if (!next.sampling().equals(last.sampling())) {
            manager.names()
                    .forEach(flow -> manager.sampling(flow, next.sampling().toSampling()));
            log.info("The configuration of sampling changed and is taken: {}", next.sampling());
        }
    }

    private void tellWhatWaits(ConcorProperties next) {
        List<String> waiting = RestartRequiredProperties.of(last, next);
        if (!waiting.isEmpty()) {
            log.warn("The configuration changed in what is taken at the next start only: {}", waiting);
        }
    }

    private static String reason(Throwable wrong) {
        Throwable cause = wrong;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String told = Objects.equals(wrong.getMessage(), cause.getMessage()) ? "" : ": " + cause.getMessage();
        return wrong.getMessage() + told;
    }
}
