package io.concor.autoconfigure.preset;

import io.concor.autoconfigure.ConcorLifecycle;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Looks again and again at what is stored of the active presets, and of those that could not be loaded, until the flows
 * stop. It looks rather than waits for news of the file system, which differ from system to system, and which databases
 * and mounted volumes do not give.
 */
final class PresetWatcher implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PresetWatcher.class);

    private static final Duration LONGEST_CHANGE = ChangeRequest.DEFAULT_TIME_LIMIT;
    private static final Duration LONGEST_WAIT = LONGEST_CHANGE.plusSeconds(5);

    private final Manager manager;
    private final Duration interval;
    private final boolean ignoringUnknown;
    private final Function<String, @Nullable String> missed;
    private final Map<String, WatchedPreset> watched = new ConcurrentHashMap<>();
    private @Nullable ScheduledExecutorService looking;

    /**
     * A watch.
     *
     * @param missed the preset that a flow was to have from the start and still has not, or null
     */
    PresetWatcher(
            Manager manager, Duration interval, boolean ignoringUnknown, Function<String, @Nullable String> missed) {
        this.missed = missed;
        this.ignoringUnknown = ignoringUnknown;
        this.manager = manager;
        this.interval = interval;
    }

    @Override
    public synchronized void start() {
        if (looking == null) {
            looking = Executors.newSingleThreadScheduledExecutor(PresetWatcher::thread);
            long nanos = interval.toNanos();
            looking.scheduleWithFixedDelay(this::check, nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private static Thread thread(Runnable look) {
        Thread thread = new Thread(look, "concor-preset-watch");
        thread.setDaemon(true);
        return thread;
    }

    private void check() {
        List<String> flows = manager.names();
        watched.keySet().retainAll(flows);
        flows.forEach(this::check);
    }

    private void check(String flow) {
        try {
            watched.computeIfAbsent(flow, this::watched).check();
        } catch (UnknownNameException gone) {
            watched.remove(flow);
        } catch (Throwable failed) { // what is thrown here would end the looks for ever
            log.error("The active preset of flow '{}' could not be looked at", flow, failed);
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
        ScheduledExecutorService present = looking;
        looking = null;
        return present;
    }

    /** The flows stop next, and must not be changed meanwhile. */
    private static void await(ScheduledExecutorService ending) {
        try {
            if (!ending.awaitTermination(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
                log.warn("A preset is still being looked at or applied after {}; the stop goes on", LONGEST_WAIT);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return looking != null;
    }

    @Override
    public int getPhase() {
        return ConcorLifecycle.PHASE + 2;
    }
}
