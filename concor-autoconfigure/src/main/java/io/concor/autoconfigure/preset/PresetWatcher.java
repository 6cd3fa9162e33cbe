package io.concor.autoconfigure.preset;

import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.text.FailureLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Polls the stored versions of the active presets, and of those that could not be loaded, until the flows stop. It
 * polls, because notifications of file systems differ, and databases and mounted volumes do not have them.
 */
final class PresetWatcher implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PresetWatcher.class);

    private static final Duration LONGEST_CHANGE = ChangeRequest.DEFAULT_TIME_LIMIT;
    private static final Duration LONGEST_WAIT = LONGEST_CHANGE.plusSeconds(5);

    private final Manager manager;
    private final int phase;
    private final Supplier<List<String>> flows;
    private final Duration interval;
    private final boolean ignoringUnknown;
    private final Function<String, @Nullable String> missed;
    private final Map<String, WatchedPreset> watched = new ConcurrentHashMap<>();
    private @Nullable ScheduledExecutorService poller;

    /**
     * @param flows returns the names of the flows whose presets are watched
     * @param missed returns the name of a flow's preset that could not be loaded at start-up, or null
     */
    PresetWatcher(
            Manager manager,
            Supplier<List<String>> flows,
            int phase,
            Duration interval,
            boolean ignoringUnknown,
            Function<String, @Nullable String> missed) {
        this.missed = missed;
        this.ignoringUnknown = ignoringUnknown;
        this.manager = manager;
        this.phase = phase;
        this.flows = flows;
        this.interval = interval;
    }

    @Override
    public synchronized void start() {
        if (poller == null) {
            poller = Executors.newSingleThreadScheduledExecutor(PresetWatcher::thread);
            long nanos = interval.toNanos();
            poller.scheduleWithFixedDelay(this::check, nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private static Thread thread(Runnable check) {
        Thread thread = new Thread(check, "concor-preset-watch");
        thread.setDaemon(true);
        return thread;
    }

    private void check() {
        List<String> present = flows.get();
        watched.keySet().retainAll(present);
        present.forEach(this::check);
    }

    private void check(String flow) {
        try {
            watched.computeIfAbsent(flow, this::watched).check();
        } catch (UnknownNameException removed) {
            watched.remove(flow);
        } catch (Throwable failed) { // an exception would end the polling
            FailureLog.log(failed, thrown -> log.error("Failed to check the active preset of flow '{}'", flow, thrown));
        }
    }

    private WatchedPreset watched(String flow) {
        return new WatchedPreset(manager, flow, ignoringUnknown, LONGEST_CHANGE, () -> missed.apply(flow));
    }

    @Override
    public void stop() {
        ScheduledExecutorService ending = detach();
        if (ending != null) {
            ending.shutdown();
            await(ending);
        }
    }

    private synchronized @Nullable ScheduledExecutorService detach() {
        ScheduledExecutorService present = poller;
        poller = null;
        return present;
    }

    /** Waits, because the flows stop next and must not be changed any more. */
    private static void await(ScheduledExecutorService ending) {
        try {
            if (!ending.awaitTermination(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
                log.warn("A preset is still being checked or applied after {}; the stop continues", LONGEST_WAIT);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return poller != null;
    }

    @Override
    public int getPhase() {
        return phase;
    }
}
