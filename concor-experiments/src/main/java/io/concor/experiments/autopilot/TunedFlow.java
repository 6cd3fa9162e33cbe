package io.concor.experiments.autopilot;

import io.concor.JoinSettings;
import java.util.List;
import java.util.Map;

/** A flow under load, whose layout a search and the autopilot change. For one thread. */
interface TunedFlow extends AutoCloseable {

    /** Opens a flow. */
    @FunctionalInterface
    interface Opening {

        /** Opens the flow with this layout, and begins the load. */
        TunedFlow open(Map<String, JoinSettings> layout) throws Exception;
    }

    /** Gives the flow a layout. Slots that it does not contain become empty. */
    void change(Map<String, JoinSettings> layout);

    /** Returns how many events were completed per second, on average over the last seconds. */
    double throughput(int seconds);

    /** Returns the number of threads of each filled slot. */
    Map<String, Integer> threads();

    /** From now on the autopilot changes the layout. */
    void startAutopilot();

    /** Returns what the autopilot has decided, the oldest first. */
    List<String> decisions();

    /** Ends the load and the flow. */
    @Override
    void close();
}
