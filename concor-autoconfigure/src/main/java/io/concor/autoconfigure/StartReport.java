package io.concor.autoconfigure;

import io.concor.JoinSettings;
import io.concor.Manager;
import io.concor.Topology;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/** Writes a line per flow when all have started and presets are loaded. */
final class StartReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger log = LoggerFactory.getLogger(StartReport.class);

    private final Manager manager;
    private final ApplicationContext context;

    StartReport(Manager manager, ApplicationContext context) {
        this.manager = manager;
        this.context = context;
    }

    /** Contexts below this one, that of the management port for one, tell of their start here as well. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent started) {
        if (started.getApplicationContext() == context) {
            manager.names().forEach(flow -> report(manager.topology(flow)));
        }
    }

    private static void report(Topology flow) {
        log.info(
                "Flow '{}' takes events: {} components, {}{}",
                flow.flow(),
                flow.components().size(),
                joins(flow.slots().stream().filter(Objects::nonNull).toList()),
                flow.activePreset() == null ? "" : ", preset '%s'".formatted(flow.activePreset()));
    }

    private static String joins(List<JoinSettings> joins) {
        int threads = joins.stream().mapToInt(JoinSettings::threads).sum();
        String counted = joins.size() == 1 ? "1 join" : joins.size() + " joins";
        return joins.isEmpty() ? "no joins" : "%s with up to %d threads".formatted(counted, threads);
    }
}
