package io.concor.autoconfigure.metrics;

import io.concor.Component;
import io.concor.leak.LeakCheck;
import io.concor.leak.Leaks;
import io.concor.leak.Leaks.Leak;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The counters of leaks, at the entry and after each component of the flows whose leak check is on. Thread-safe. */
final class LeakMeters implements MeterBinder {

    /** Not a valid name of a component. */
    private static final String ENTRY = "(entry)";

    private final Manager manager;
    /** What the counters read, which hold it weakly. */
    private final List<LastKnownValue<Leaks>> read = new CopyOnWriteArrayList<>();

    LeakMeters(Manager manager) {
        this.manager = manager;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        manager.names().forEach(flow -> bind(flow, registry));
    }

    private void bind(String flow, MeterRegistry registry) {
        LastKnownValue<Leaks> leaks =
                new LastKnownValue<>(() -> Leaks.of(manager.flow(flow).messageCheck()));
        if (leaks.get().check() != LeakCheck.OFF) {
            read.add(leaks);
            counter(flow, null, registry, leaks);
            manager.flow(flow).topology().components().stream()
                    .map(Component::name)
                    .forEach(component -> counter(flow, component, registry, leaks));
        }
    }

    private static void counter(
            String flow, @Nullable String component, MeterRegistry registry, LastKnownValue<Leaks> leaks) {
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
