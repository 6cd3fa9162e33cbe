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
        for (String flow : manager.names()) {
            FlowReading reading = manager.reading(flow);
            flows.compute(flow, (name, known) -> known != null && known.precedes(reading) ? known : sampler(reading))
                    .sample(reading);
        }
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
        flows.forEach((flow, sampler) -> {
            Windows past = windows.computeIfAbsent(flow, name -> new Windows());
            past.add(new Observation(sampler.window(manager.reading(flow)), machine));
            recent.put(flow, past.recent());
        });
        return recent;
    }
}
