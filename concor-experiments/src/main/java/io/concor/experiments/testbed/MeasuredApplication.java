package io.concor.experiments.testbed;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A measured application with its database. Closing ends both. */
public interface MeasuredApplication extends AutoCloseable {

    /**
     * Runs the simulator to its end.
     *
     * @param run name of the run
     * @param profile command of the simulator and its options
     * @param time maximum duration of the load
     */
    SimulatorResult simulate(String run, List<String> profile, Duration time);

    /** Returns the CPU time used so far, without that of the JIT compilers. */
    Duration cpu();

    /** Returns the CPU time used so far by the JIT compilers. */
    Duration compilers();

    /** Returns the URI of an Actuator endpoint. */
    URI endpoint(String path);

    /** Returns name and version of the database server, or null if there is none. */
    @Nullable
    String databaseVersion();

    /** Returns facts about the machine. */
    Map<String, String> machine();

    @Override
    void close();

    /** Starts applications that differ only in their variant. */
    interface Starter {

        /**
         * Starts an application.
         *
         * @param name name of the folder for its files
         * @param variant variant of the application
         */
        MeasuredApplication start(String name, SampleVariant variant);
    }
}
