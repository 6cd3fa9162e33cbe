package io.concor.autoconfigure.watch;

import io.concor.autoconfigure.ContextFlows;
import io.concor.layout.FlowSummary;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.text.FailureLog;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Runs the checks of the flows of this context: from the start of the flows until they begin to stop. Thread-safe. */
final class FlowWatch implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(FlowWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final int LONGEST_CHECK_SECONDS = 2;

    private final Manager manager;
    private final int phase;
    private final ContextFlows flows;
    private final List<FlowCheck> checks;
    private @Nullable ThreadPoolTaskScheduler scheduler;

    FlowWatch(Manager manager, ContextFlows flows, int phase, List<FlowCheck> checks) {
        this.manager = manager;
        this.phase = phase;
        this.flows = flows;
        this.checks = checks;
    }

    @Override
    public synchronized void start() {
        if (scheduler == null) {
            checkAll(); // what happens from now on is a change
            scheduler = newScheduler();
            scheduler.scheduleWithFixedDelay(this::checkAll, INTERVAL);
        }
    }

    private static ThreadPoolTaskScheduler newScheduler() {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setThreadNamePrefix("concor-watch-");
        scheduler.setDaemon(true);
        scheduler.setAwaitTerminationSeconds(LONGEST_CHECK_SECONDS); // the flows stop next
        scheduler.initialize();
        return scheduler;
    }

    private void checkAll() {
        for (FlowSummary flow : manager.summaries()) {
            if (flows.contains(flow.name())) {
                checks.forEach(check -> run(check, flow));
            }
        }
    }

    private static void run(FlowCheck check, FlowSummary flow) {
        try {
            check.check(flow);
        } catch (UnknownNameException removed) {
            log.debug("Flow '{}' was removed during a check", flow.name());
        } catch (Throwable failed) { // an error would end the checks of all flows
            FailureLog.log(failed, thrown -> log.error("Failed to check flow '{}'", flow.name(), thrown));
        }
    }

    @Override
    public synchronized void stop() {
        if (scheduler != null) {
            scheduler.shutdown();
            scheduler = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return scheduler != null;
    }

    /** Later than the start of the flows, and earlier than their stop. */
    @Override
    public int getPhase() {
        return phase;
    }
}
