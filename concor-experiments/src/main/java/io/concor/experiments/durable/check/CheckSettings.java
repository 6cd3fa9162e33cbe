package io.concor.experiments.durable.check;

import io.concor.experiments.durable.server.DatabaseKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Settings of a check.
 *
 * @param program class of the program under test
 * @param options its options
 * @param database where it puts events
 * @param instances processes at the same time
 * @param keys of the events. With one key all events are in one order
 * @param events are sent at least; load goes on until all faults have happened
 * @param perSecond events that each instance is sent; 0 for as many as it answers
 * @param faults what happens, in random order
 * @param every average time between two faults
 * @param pause how long processes are paused and connections are silent: longer than a lease
 * @param patience how long nothing must change before what has no effect is lost: longer than any recovery
 * @param diskBytes size of the disk of the database if it is to be full, else 0
 * @param seed of all that is random
 * @param folder for logs and data
 */
public record CheckSettings(
        String program,
        Map<String, String> options,
        DatabaseKind database,
        int instances,
        int keys,
        int events,
        double perSecond,
        List<FaultCount> faults,
        Duration every,
        Duration pause,
        Duration patience,
        long diskBytes,
        long seed,
        Path folder) {

    public CheckSettings {
        options = Map.copyOf(options);
        faults = List.copyOf(faults);
    }
}
