package io.concor.experiments.autopilot;

import io.concor.JoinSettings;
import io.concor.experiments.autopilot.AutopilotShape.Start;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Searches the best layout of a flow, and lets the autopilot find one. */
final class AutopilotRun {

    private static final int AVERAGED_SECONDS = 10;
    /** Until then, a better layout also handles what the one before has left. */
    private static final int SETTLING_SECONDS = 3;

    private static final double NEARLY_BEST = 0.95;

    private AutopilotRun() {}

    /**
     * A layout and its throughput.
     *
     * @param threads the number of threads of each filled slot
     */
    record Measured(Map<String, Integer> threads, double throughput) {}

    /** Tries the layouts of a shape, so many at most, and returns the best. */
    static Measured search(AutopilotShape shape, int most, int secondsOfEach) throws Exception {
        List<Map<String, JoinSettings>> layouts =
                shape.layouts().stream().limit(most).toList();
        try (TunedFlow flow = shape.opening().open(layouts.get(0))) {
            Measured best = new Measured(Map.of(), 0);
            for (Map<String, JoinSettings> layout : layouts) {
                flow.change(layout);
                TimeUnit.SECONDS.sleep(SETTLING_SECONDS + secondsOfEach);
                double throughput = flow.throughput(secondsOfEach);
                best = throughput > best.throughput() ? new Measured(flow.threads(), throughput) : best;
            }
            return best;
        }
    }

    /** Begins with a bad layout and lets the autopilot improve it for some time. */
    static AutopilotResult improve(AutopilotShape shape, Start start, int seconds, Measured best) throws Exception {
        try (TunedFlow flow = shape.opening().open(shape.layout(start))) {
            TimeUnit.SECONDS.sleep(AVERAGED_SECONDS);
            double atFirst = flow.throughput(AVERAGED_SECONDS);
            flow.startAutopilot();
            int reachedAfter = -1;
            for (int second = 1; second <= seconds; second++) {
                TimeUnit.SECONDS.sleep(1);
                boolean nearlyBest = flow.throughput(AVERAGED_SECONDS) >= NEARLY_BEST * best.throughput();
                reachedAfter = nearlyBest && reachedAfter < 0 ? second : reachedAfter;
            }
            return new AutopilotResult(
                    shape.name(),
                    start.toString(),
                    best.throughput(),
                    best.threads().toString(),
                    atFirst,
                    flow.throughput(AVERAGED_SECONDS),
                    reachedAfter,
                    flow.threads().toString(),
                    flow.decisions());
        }
    }
}
