package io.concor.diagnosis.signal;

import io.concor.manage.Manager;
import io.concor.statistics.FlowReading;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the signals of all flows of a manager. For one thread. */
public final class SignalReader {

    private final Manager manager;
    private final ProcessorTimes times = new ProcessorTimes();
    private final HostSampler host;
    private final Map<String, FlowSampler> flows = new HashMap<>();
    private final Map<String, Windows> windows = new HashMap<>();

    public SignalReader(Manager manager, ConnectionPools connections) {
        this.manager = manager;
        this.host = new HostSampler(times, connections, System.nanoTime());
    }

    /** Reads levels. Call it several times a second. */
    public void sample() {
        host.sample();
        manager.names().forEach(this::sample);
    }

    private void sample(String flow) {
        FlowSampler known = flows.get(flow);
        if (known != null && manager.inFlight(flow) == 0) {
            known.sampleEmpty();
        } else {
            FlowReading reading = manager.reading(flow);
            samplerOf(reading).sample(reading);
        }
    }

    private FlowSampler samplerOf(FlowReading reading) {
        return flows.compute(
                reading.flow(), (name, known) -> known != null && known.precedes(reading) ? known : sampler(reading));
    }

    private FlowSampler sampler(FlowReading first) {
        windows.remove(first.flow());
        return new FlowSampler(times, first);
    }

    /** Ends the second that began when this was last called. Returns up to five windows of each flow, the latest last. */
    public Map<String, List<Observation>> endSecond() {
        HostWindow machine = host.window(System.nanoTime());
        List<String> names = manager.names();
        flows.keySet().retainAll(names);
        windows.keySet().retainAll(names);
        Map<String, List<Observation>> recent = new LinkedHashMap<>();
        for (String flow : names) {
            FlowReading now = manager.reading(flow);
            FlowWindow window = samplerOf(now).window(now);
            Windows past = windows.computeIfAbsent(flow, name -> new Windows());
            past.add(new Observation(window, machine));
            recent.put(flow, past.recent());
        }
        return recent;
    }
}
