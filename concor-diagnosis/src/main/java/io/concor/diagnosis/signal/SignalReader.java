package io.concor.diagnosis.signal;

import io.concor.Component;
import io.concor.layout.Topology;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.statistics.FlowLevels;
import io.concor.statistics.FlowReading;
import io.concor.text.FailureLog;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final Map<String, Windows> windows = new HashMap<>();

    /** @param own the threads whose use of processors does not count as that of the flows */
    public SignalReader(ReadingClock clock, Manager manager, ConnectionPools connections, OwnThreads own) {
        this(clock, manager, connections, own, new OtherThreads(Thread::getAllStackTraces));
    }

    SignalReader(
            ReadingClock clock, Manager manager, ConnectionPools connections, OwnThreads own, OtherThreads others) {
        this.clock = clock;
        this.manager = manager;
        this.host =
                new HostSampler(times, connections, own, new ProcessThreads(), new ProcessorPressure(), clock.nanos());
        this.connections = connections;
        this.others = others;
    }

    /** Reads levels. Call it several times a second. */
    public void sample() {
        host.sample();
        manager.names().forEach(this::sample);
    }

    private void sample(String flow) {
        try {
            FlowSampler known = flows.get(flow);
            if (known == null) {
                known = samplerOf(manager.flow(flow).reading());
            }
            if (manager.flow(flow).inFlight() == 0) {
                known.sampleEmpty(clock.nanos(), manager.flow(flow).arrived());
            } else {
                sample(flow, known, manager.flow(flow).levels());
            }
        } catch (UnknownNameException closed) {
            // the end of the second forgets it
        }
    }

    private void sample(String flow, FlowSampler known, FlowLevels levels) {
        FlowSampler present = known.isOf(levels.builtNanos())
                ? known
                : samplerOf(manager.flow(flow).reading());
        present.sample(levels);
    }

    private FlowSampler samplerOf(FlowReading reading) {
        return flows.compute(
                reading.flow(),
                (name, known) -> known != null && known.isOf(reading.builtNanos()) ? known : sampler(reading));
    }

    private FlowSampler sampler(FlowReading first) {
        windows.remove(first.flow());
        try {
            Topology topology = manager.flow(first.flow()).topology();
            return new FlowSampler(clock, times, first, topology.transactions(), connecting(topology));
        } catch (UnknownNameException closed) {
            return new FlowSampler(clock, times, first, List.of(), Map.of());
        }
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
        windows.keySet().retainAll(names);
        List<FlowReading> readings =
                names.stream().flatMap(flow -> read(flow).stream()).toList();
        Map<String, FlowWindow> seconds = new LinkedHashMap<>();
        readings.forEach(now -> seconds.put(now.flow(), samplerOf(now).window(now)));
        HostWindow all = machine.with(holders(machine, seconds.values(), readings));
        Map<String, List<Observation>> recent = new LinkedHashMap<>();
        seconds.forEach((flow, second) -> recent.put(flow, add(flow, new Observation(second, all))));
        return recent;
    }

    /** Looks for holders outside of the flows only if there must be some: that takes time. */
    private ConnectionHolders holders(
            HostWindow machine, Collection<FlowWindow> flows, Collection<FlowReading> readings) {
        ConnectionHolders ofFlows =
                flows.stream().map(FlowWindow::holders).reduce(ConnectionHolders.NONE, ConnectionHolders::plus);
        return machine.hasOtherUsers(ofFlows)
                ? ofFlows.plusThreads(others.mayHoldConnections(threads(readings)))
                : ofFlows;
    }

    private static Set<Long> threads(Collection<FlowReading> flows) {
        return flows.stream()
                .flatMap(flow -> flow.slots().stream())
                .flatMap(slot -> slot.threadIds().stream())
                .collect(Collectors.toSet());
    }

    /** Empty if the flow was closed meanwhile. */
    private Optional<FlowReading> read(String flow) {
        try {
            return Optional.of(manager.flow(flow).reading());
        } catch (UnknownNameException closed) {
            return Optional.empty();
        }
    }

    private List<Observation> add(String flow, Observation second) {
        Windows past = windows.computeIfAbsent(flow, name -> new Windows());
        past.add(second);
        return past.recent();
    }
}
