package io.concor.queueserver.http;

import io.concor.queues.client.MessageArrivals;
import io.concor.queues.client.Queues;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * The receives that wait, bounded by the arrivals of the queues. A stop ends them before the web server waits for its requests.
 * Thread-safe.
 */
@Component
final class WaitingReceives implements SmartLifecycle, MeterBinder {

    private final MessageArrivals arrivals;
    private final Set<ParkedReceive> parked = ConcurrentHashMap.newKeySet();
    private volatile boolean running;

    WaitingReceives(Queues queues) {
        arrivals = queues.arrivals();
    }

    MessageArrivals arrivals() {
        return arrivals;
    }

    void add(ParkedReceive receive) {
        parked.add(receive);
    }

    void remove(ParkedReceive receive) {
        parked.remove(receive);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("concor.queueserver.waiting", parked, Set::size)
                .description("Receives that wait for a message")
                .register(registry);
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        parked.forEach(ParkedReceive::end);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Stops before the web server does. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }
}
