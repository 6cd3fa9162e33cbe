package io.concor.autoconfigure.metrics;

import io.concor.Component;
import io.concor.LeakCheck;
import io.concor.statistics.Leaks;
import io.concor.statistics.Leaks.Leak;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The counters of leaks, at the entry and after each component of a flow whose leak check is on. */
final class LeakMeters {

    /** Not a valid name of a component. */
    private static final String ENTRY = "(entry)";

    private final String flow;
    private final MeterRegistry registry;
    private final LastKnownValue<Leaks> leaks;

    /**
     * Creates the counters of a flow.
     *
     * @param leaks what the counters read; the caller holds it, because they hold it weakly
     */
    LeakMeters(String flow, MeterRegistry registry, LastKnownValue<Leaks> leaks) {
        this.flow = flow;
        this.registry = registry;
        this.leaks = leaks;
    }

    void bind(List<Component> components) {
        if (leaks.get().check() != LeakCheck.OFF) {
            counter(null);
            components.stream().map(Component::name).forEach(this::counter);
        }
    }

    private void counter(@Nullable String component) {
        FunctionCounter.builder("concor.leaks", leaks, known -> found(known.get(), component))
                .description("Objects that leaked from one event into another")
                .tags("flow", flow, "component", component == null ? ENTRY : component)
                .register(registry);
    }

    private static double found(Leaks leaks, @Nullable String component) {
        return leaks.found().stream()
                .filter(leak -> Objects.equals(leak.component(), component))
                .mapToLong(Leak::times)
                .sum();
    }
}
