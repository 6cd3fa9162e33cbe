package io.concor.diagnosis.signal;

import io.concor.Component;
import io.concor.layout.Topology;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.statistics.FlowLevels;
import io.concor.statistics.FlowReading;
import io.concor.text.FailureLog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the signals of all flows of a manager. For one thread. */
public final class SignalReader {

    private static final Logger logger = LoggerFactory.getLogger(SignalReader.class);

    private final FailureLog failures = new FailureLog();
    private final ReadingClock clock;
    private final Manager manager;
    private final ProcessorTimes times = new ProcessorTimes();
    private final HostSampler host;
    private final ConnectionPools connections;
    private final OtherThreads others;
    private final Map<String, FlowSampler> flows = new HashMap<>();
    /** By what code of the application is recognised: that of the tasks of flows. */
    private final Set<String> application = new HashSet<>();

    /** @param own the threads whose use of processors does not count as that of the flows */
    public SignalReader(ReadingClock clock, Manager manager, ConnectionPools connections, OwnThreads own) {
        this(clock, manager, connections, own, Thread::getAllStackTraces);
    }

    /** @param stacks returns the stacks of all threads */
    SignalReader(
            ReadingClock clock,
            Manager manager,
            ConnectionPools connections,
            OwnThreads own,
            Supplier<Map<Thread, StackTraceElement[]>> stacks) {
        this.clock = clock;
        this.manager = manager;
        this.host = new HostSampler(
                times,
                connections,
                own,
                new ProcessThreads(),
                new ProcessorPressure(),
                new ContainerLimit(),
                clock.nanos());
        this.connections = connections;
        this.others = new OtherThreads(stacks, times);
    }

    /** Reads levels. Call it several times a second. */
    public void sample() {
        host.sample();
        manager.names().forEach(this::sample);
    }

    private void sample(String flow) {
        unlessClosed(() -> {
            ManagedFlow present = manager.flow(flow);
            FlowSampler known = flows.get(flow);
            if (known == null) {
                known = samplerOf(present.reading());
            }
            if (present.inFlight() == 0) {
                known.sampleEmpty(clock.nanos(), present.arrived());
            } else {
                FlowLevels levels = present.levels();
                (known.isOf(levels.builtNanos()) ? known : samplerOf(present.reading())).sample(levels);
            }
        });
    }

    /** The end of a second forgets flows that were closed meanwhile. */
    private static void unlessClosed(Runnable reading) {
        try {
            reading.run();
        } catch (UnknownNameException closed) {
            logger.debug("A flow was closed meanwhile", closed);
        }
    }

    private FlowSampler samplerOf(FlowReading reading) {
        FlowSampler known = flows.get(reading.flow());
        if (known != null && known.isOf(reading.builtNanos())) {
            return known;
        }
        Topology topology = manager.flow(reading.flow()).topology();
        topology.components()
                .forEach(component ->
                        application.addAll(StackClasses.marks(component.task().getClass())));
        FlowSampler begun = new FlowSampler(clock, times, reading, topology.transactions(), connecting(topology));
        flows.put(reading.flow(), begun);
        return begun;
    }

    /** Returns the components that may use a connection, and whether they are known to: their bean can reach a data source. */
    private Map<String, Boolean> connecting(Topology topology) {
        return topology.components().stream()
                .filter(component -> mayConnect(component.bean()))
                .collect(Collectors.toUnmodifiableMap(Component::name, component -> component.bean() != null));
    }

    private boolean mayConnect(@Nullable String bean) {
        try {
            return connections.mayConnect(bean);
        } catch (RuntimeException unknown) {
            failures.once(
                    unknown,
                    thrown -> logger.warn(
                            "It is unknown whether bean '{}' uses a connection pool; Concor assumes that it does. Logged once",
                            bean,
                            thrown));
            return true;
        }
    }

    /** Ends the second that began when this was last called. Returns up to five windows of each flow, the latest last. */
    public Map<String, List<Observation>> endSecond() {
        HostWindow machine = host.window(clock.nanos());
        List<String> names = manager.names();
        flows.keySet().retainAll(names);
        List<FlowReading> readings = new ArrayList<>();
        Map<FlowSampler, FlowWindow> seconds = new LinkedHashMap<>();
        names.forEach(flow -> unlessClosed(() -> {
            FlowReading now = manager.flow(flow).reading();
            FlowSampler sampler = samplerOf(now);
            seconds.put(sampler, sampler.window(now));
            readings.add(now);
        }));
        HostWindow all = machine.with(holders(machine, seconds.values(), readings));
        Map<String, List<Observation>> recent = new LinkedHashMap<>();
        seconds.forEach((flow, second) -> recent.put(flow.name(), flow.add(new Observation(second, all))));
        return recent;
    }

    /** Looks for holders outside of the flows only if there must be some: that takes time. */
    private ConnectionHolders holders(
            HostWindow machine, Collection<FlowWindow> flows, Collection<FlowReading> readings) {
        ConnectionHolders ofFlows =
                flows.stream().map(FlowWindow::holders).reduce(ConnectionHolders.NONE, ConnectionHolders::plus);
        return machine.hasOtherUsers(ofFlows)
                ? ofFlows.plus(others.holders(threads(readings), application, clock.nanos()))
                : ofFlows;
    }

    private static Set<Long> threads(Collection<FlowReading> flows) {
        return flows.stream()
                .flatMap(flow -> flow.slots().stream())
                .flatMap(slot -> slot.threadIds().stream())
                .collect(Collectors.toSet());
    }
}
