package io.concor.autoconfigure.reload;

import io.concor.ConcorException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.autoconfigure.ContextFlows;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConcorPropertiesBinder;
import io.concor.autoconfigure.properties.FlatSettings;
import io.concor.autoconfigure.properties.FlowSettings;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.Manager;
import io.concor.text.SafeText;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/**
 * Applies changes of the configuration while the application runs: the slots of each flow in one change, and the
 * sampling. Logs the changes that require a restart. An invalid value leaves its flow unchanged. Thread-safe.
 */
final class ConfigurationReloader implements ApplicationListener<EnvironmentChangeEvent> {

    private static final Logger log = LoggerFactory.getLogger(ConfigurationReloader.class);

    private final Manager manager;
    private final ContextFlows flows;
    private final Environment environment;
    private final Map<String, ConfiguredSlots> applied = new HashMap<>();
    private ConcorProperties last;

    ConfigurationReloader(Manager manager, ContextFlows flows, ConcorProperties initial, Environment environment) {
        this.manager = manager;
        this.flows = flows;
        this.environment = environment;
        this.last = initial;
        initial.flows().forEach((flow, settings) -> applied.put(flow, ConfiguredSlots.of(settings)));
    }

    @Override
    public synchronized void onApplicationEvent(EnvironmentChangeEvent changed) {
        ConcorProperties next;
        try {
            next = ConcorPropertiesBinder.bind(environment);
        } catch (RuntimeException wrong) {
            log.warn(
                    "The changed configuration cannot be read, so no change is applied: {}{}",
                    wrong.getMessage(),
                    SafeText.causes(wrong));
            return;
        }
        next.flows().forEach(this::applySlots); // also retries changes that, for example, a trial prevented
        if (!next.equals(last)) {
            applySampling(next);
            warnOfRestart(next);
            last = next;
        }
    }

    private void applySlots(String flow, FlowSettings settings) {
        ConfiguredSlots before = applied.get(flow);
        ConfiguredSlots now = ConfiguredSlots.of(settings);
        if (before == null || !before.components().equals(now.components()) || !flows.contains(flow)) {
            return; // reported as a change that requires a restart, or left to the parent context
        }
        Map<String, FlatSettings> changed = now.changedSince(before);
        try {
            if (!changed.isEmpty()) {
                change(flow, joins(changed));
            }
            applied.put(flow, now);
            warnOfRemovedSlots(flow, now, before);
        } catch (ConcorException wrong) {
            log.warn(
                    "The changed configuration of slots {} of flow '{}' cannot be applied; all of them stay unchanged until the next refresh: {}{}",
                    changed.keySet(),
                    flow,
                    wrong.getMessage(),
                    SafeText.causes(wrong));
        }
    }

    private static Map<String, Optional<JoinSettings>> joins(Map<String, FlatSettings> slots) {
        Map<String, Optional<JoinSettings>> joins = new LinkedHashMap<>();
        slots.forEach((slot, settings) -> joins.put(slot, join(slot, settings)));
        return joins;
    }

    private static Optional<JoinSettings> join(String slot, FlatSettings settings) {
        try {
            return settings.toJoinSettings();
        } catch (InvalidSettingException wrong) {
            throw new InvalidSettingException(slot + "." + wrong.field(), wrong.reason(), wrong.allowed());
        }
    }

    private void change(String flow, Map<String, Optional<JoinSettings>> slots) {
        ChangeResult result = manager.change(ChangeRequest.slots(flow, slots)
                .by(ChangeOrigin.of(ChangeOrigin.Source.CONFIGURATION, null))
                .reason("the configuration changed"));
        log.info(
                "Applied the changed configuration of flow '{}', layout version {}: {}",
                flow,
                result.version(),
                result.slots());
    }

    private static void warnOfRemovedSlots(String flow, ConfiguredSlots now, ConfiguredSlots before) {
        List<String> removed = now.removedSince(before);
        if (!removed.isEmpty()) {
            log.warn(
                    "Slots {} of flow '{}' are no longer configured; they stay unchanged until the next start",
                    removed,
                    flow);
        }
    }

    private void applySampling(ConcorProperties next) {
        if (!next.sampling().equals(last.sampling())) {
            flows.names()
                    .forEach(flow -> manager.flow(flow).sampling(next.sampling().toSampling()));
            log.info("Applied the changed configuration of sampling: {}", next.sampling());
        }
    }

    private void warnOfRestart(ConcorProperties next) {
        List<String> changed = RestartRequiredProperties.of(last, next);
        if (!changed.isEmpty()) {
            log.warn("These properties changed, but take effect only after a restart: {}", changed);
        }
    }
}
