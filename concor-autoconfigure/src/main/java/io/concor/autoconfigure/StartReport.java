package io.concor.autoconfigure;

import io.concor.JoinSettings;
import io.concor.MessageCheck;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.OperatingMode;
import io.concor.autoconfigure.properties.UnknownVariables;
import io.concor.layout.Topology;
import io.concor.manage.Manager;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/** Logs a line for each flow after all flows have started and the presets are loaded. */
final class StartReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger log = LoggerFactory.getLogger(StartReport.class);

    /** Its type may be missing. */
    private static final String AUTOPILOT = "concorAutopilot";

    private final Manager manager;
    private final ContextFlows flows;
    private final ConcorProperties properties;
    private final RemoteTransactionWarning transactions;
    private final ApplicationContext context;

    StartReport(Manager manager, ContextFlows flows, ConcorProperties properties, ApplicationContext context) {
        this.manager = manager;
        this.flows = flows;
        this.properties = properties;
        this.transactions = new RemoteTransactionWarning(properties.flows());
        this.context = context;
    }

    /** Ignores child contexts, such as that of the management port: their events arrive here as well. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent started) {
        if (started.getApplicationContext() == context) {
            flows.names().forEach(flow -> report(manager.flow(flow).topology()));
            warnOfUnknownVariables();
            warnOfChecks();
            warnOfMissingAutopilot();
        }
    }

    /** All contexts have the same variables: the outermost one names them. */
    private void warnOfUnknownVariables() {
        ApplicationContext parent = context.getParent();
        if (parent == null || parent.getBeanProvider(StartReport.class).getIfAvailable() == null) {
            List<String> unknown = UnknownVariables.describe(context.getEnvironment(), properties, flows.names());
            if (!unknown.isEmpty()) {
                log.warn(
                        "Unknown variables, which set no property of Concor: {}. Correct or remove them",
                        String.join(", ", unknown));
            }
        }
    }

    private void warnOfMissingAutopilot() {
        if (properties.mode() == OperatingMode.DYNAMIC
                && !flows.names().isEmpty()
                && !context.containsBean(AUTOPILOT)) {
            log.warn(
                    "No autopilot changes layouts, although concor.mode is dynamic: add concor-diagnosis to the class path, and set concor.diagnosis.enabled to true");
        }
    }

    private void warnOfChecks() {
        List<String> checked = flows.names().stream()
                .filter(flow -> manager.flow(flow).messageCheck() != MessageCheck.NONE)
                .toList();
        if (properties.mode().isProductive() && !checked.isEmpty()) {
            log.warn(
                    "The leak check is on in {} mode and slows down each component of {}: set concor.checks.leaks to off",
                    properties.mode(),
                    checked);
        }
    }

    private void report(Topology flow) {
        transactions.warnOf(flow);
        log.info(
                "Flow '{}' started in {} mode: {}, {}{}",
                flow.flow(),
                properties.mode(),
                components(flow),
                joins(here(flow)
                        .mapToObj(flow.slots()::get)
                        .filter(Objects::nonNull)
                        .toList()),
                flow.activePreset() == null ? "" : Sentence.of(", preset '%s'", flow.activePreset()));
        manager.flow(flow.flow()).warnings().forEach(warning -> log.warn("Flow '{}': {}", flow.flow(), warning));
    }

    private static String components(Topology flow) {
        String all = counted(flow.components().size(), "component");
        return flow.placement().isWhole()
                ? all
                : Sentence.of(
                        "%d of %s (nodes here: %s)",
                        here(flow).count(),
                        all,
                        String.join(", ", flow.placement().here()));
    }

    private static IntStream here(Topology flow) {
        return IntStream.range(0, flow.components().size()).filter(flow.placement()::isHere);
    }

    private static String joins(List<JoinSettings> joins) {
        int threads = joins.stream().mapToInt(JoinSettings::threads).sum();
        return joins.isEmpty()
                ? "no joins"
                : Sentence.of(
                        "%s with %s%s",
                        counted(joins.size(), "join"),
                        joins.stream().anyMatch(join -> join.pool().grows()) ? "up to " : "",
                        counted(threads, "thread"));
    }

    private static String counted(int number, String what) {
        return number == 1 ? "1 " + what : Sentence.of("%d %ss", number, what);
    }
}
