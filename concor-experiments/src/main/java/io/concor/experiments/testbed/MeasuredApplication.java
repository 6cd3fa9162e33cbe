package io.concor.experiments.testbed;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An application that is measured, with the database it needs and the load that is sent to it, until it is closed. */
public interface MeasuredApplication extends AutoCloseable {

    /**
     * Runs the simulator to its end.
     *
     * @param run its name
     * @param profile its command, and the options of that
     * @param time how long the load may take
     */
    SimulatorResult simulate(String run, List<String> profile, Duration time);

    /** The CPU time that the application has used so far, and not its JVM's compilers. */
    Duration cpu();

    /** The CPU time that its JVM's compilers have used so far. */
    Duration compilers();

    /** One of the endpoints that manage the application. */
    URI endpoint(String path);

    /** Name and version of the database's server; null where there is none. */
    @Nullable
    String databaseVersion();

    /** What everything runs on. */
    Map<String, String> machine();

    @Override
    void close();

    /** Starts applications that are alike but for their variant. */
    interface Starter {

        /**
         * Starts one.
         *
         * @param name by which what it writes is called
         * @param variant how it is built
         */
        MeasuredApplication start(String name, SampleVariant variant);
    }
}
