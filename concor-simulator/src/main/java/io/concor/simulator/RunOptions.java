package io.concor.simulator;

import io.concor.simulator.load.BodyTemplate;
import io.concor.simulator.load.LeadIn;
import io.concor.simulator.load.LoadProfile;
import io.concor.simulator.load.LoadSettings;
import io.concor.simulator.result.ResultFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the limits of a run and for its results. */
final class RunOptions {

    private static final int MAX_IN_FLIGHT = 1_000_000;
    private static final int MAX_CONNECTIONS = 10_000;
    private static final int MAX_CLIENT_THREADS = 64;
    private static final int MEGABYTE = 1024 * 1024;
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MAX_DURATION = Duration.ofMinutes(10);

    /** The first id is a random multiple, so that a late callback of the previous run is unlikely to match. */
    private static final int FIRST_ID_STEP = 1_000_000;

    private static final int FIRST_IDS = 1000;

    @Option(
            names = "--lead-in",
            defaultValue = "0s",
            description = "Warm-up before the run, not counted: the rate grows to the first rate of the run during two"
                    + " thirds of this time, then it stays constant. At most 10m. Default: ${DEFAULT-VALUE}.")
    private Duration leadIn = Duration.ZERO;

    @Option(
            names = "--lead-in-flight",
            defaultValue = "64",
            description = "Maximum number of requests in flight in the lead-in. Requests due beyond it are skipped, to"
                    + " avoid an overload of a cold service. Default: ${DEFAULT-VALUE}.")
    private int leadInFlight;

    @Option(
            names = "--connections",
            defaultValue = "256",
            description = "Maximum number of connections. The wait for a free connection is part of the latency."
                    + " Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--client-threads",
            defaultValue = "1",
            description = "Client threads. Connections and requests are distributed evenly. Default: ${DEFAULT-VALUE}.")
    private int clientThreads;

    @Option(
            names = "--in-flight",
            defaultValue = "20000",
            description = "Maximum number of requests in flight. Requests due beyond it are counted as not sent."
                    + " Default: ${DEFAULT-VALUE}.")
    private int inFlight;

    @Option(
            names = "--timeout",
            defaultValue = "10s",
            description = "A request that is not completed this long after it was due has failed."
                    + " Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ZERO;

    @Option(
            names = "--drain",
            defaultValue = "5s",
            description = "How long to wait for requests in flight at the end. Default: ${DEFAULT-VALUE}.")
    private Duration drain = Duration.ZERO;

    @Option(
            names = "--spin",
            description = "Spin shortly before a request is due: reduces lateness from about 60 us to a few"
                    + " microseconds, but occupies a core.")
    private boolean spinning;

    @Option(
            names = {"-o", "--results"},
            paramLabel = "FOLDER",
            defaultValue = "simulator-results",
            description =
                    "Folder for result.json, seconds.csv, windows.csv and report.html." + " Default: ${DEFAULT-VALUE}.")
    private Path results = Path.of("");

    @Option(names = "--name", description = "Name of the run, the title of its report. Default: its rates in words.")
    private @Nullable String name;

    void validate(OptionValidator validator) {
        validator.requireBetween("--connections", connections, 1, MAX_CONNECTIONS);
        validator.requireBetween("--client-threads", clientThreads, 1, Math.min(MAX_CLIENT_THREADS, connections));
        if (connections % clientThreads != 0) {
            throw validator.invalid("--connections is %d: it must be a multiple of --client-threads, which is %d"
                    .formatted(connections, clientThreads));
        }
        validator.requireBetween("--in-flight", inFlight, 1, MAX_IN_FLIGHT);
        validator.requireBetween("--lead-in-flight", leadInFlight, 1, MAX_IN_FLIGHT);
        validator.requireBetween("--timeout", timeout, MIN_TIMEOUT, MAX_DURATION);
        validator.requireBetween("--drain", drain, Duration.ZERO, MAX_DURATION);
    }

    LoadSettings loadSettings(
            LoadProfile profile, BodyTemplate body, boolean completedByResponse, OptionValidator validator) {
        requireMemory(body, validator);
        return new LoadSettings(
                profile,
                leadIn(profile, validator),
                leadInFlight,
                body,
                (long) ThreadLocalRandom.current().nextInt(FIRST_IDS) * FIRST_ID_STEP,
                inFlight,
                timeout,
                drain,
                spinning,
                completedByResponse);
    }

    /** Rejects a limit of requests in flight whose bodies do not fit into memory. */
    private void requireMemory(BodyTemplate body, OptionValidator validator) {
        long maxMemory = Runtime.getRuntime().maxMemory();
        if (body.bytes() * inFlight > maxMemory) {
            throw validator.invalid(
                    ("--in-flight is %d, and a body has %d bytes: together they exceed the memory of this JVM, %d MB;"
                                    + " reduce --in-flight or use java -Xmx")
                            .formatted(inFlight, body.bytes(), maxMemory / MEGABYTE));
        }
    }

    private LeadIn leadIn(LoadProfile profile, OptionValidator validator) {
        int seconds = validator.requireWholeSeconds("--lead-in", leadIn, 0, Math.toIntExact(MAX_DURATION.toSeconds()));
        int rate = profile.rateAt(0);
        if (rate == 0 && seconds > 0) {
            throw validator.invalid("--lead-in is %d s, but the first rate is 0".formatted(seconds));
        }
        return new LeadIn(rate, seconds);
    }

    ResultFolder resultFolder(OptionValidator validator) {
        return resultFolder(results, validator);
    }

    /** Validates the folder of {@code --results}. */
    static ResultFolder resultFolder(Path results, OptionValidator validator) {
        if (results.toString().isEmpty()) {
            throw validator.invalid("--results is empty: name a folder");
        }
        try {
            return new ResultFolder(results);
        } catch (IOException e) {
            throw validator.invalid("--results %s is not writable: %s".formatted(results, e));
        }
    }

    int connections() {
        return connections;
    }

    int clientThreads() {
        return clientThreads;
    }

    Path results() {
        return results;
    }

    String name(LoadProfile profile) {
        return name == null ? profile.description() : name;
    }
}
