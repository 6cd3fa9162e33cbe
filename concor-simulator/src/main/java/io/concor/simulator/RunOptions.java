package io.concor.simulator;

import io.concor.simulator.load.BodyTemplate;
import io.concor.simulator.profile.LeadIn;
import io.concor.simulator.profile.LoadProfile;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What bounds a run, and where its results go. */
final class RunOptions {

    private static final int MOST_IN_FLIGHT = 1_000_000;
    private static final int MEGABYTE = 1024 * 1024;
    private static final Duration LEAST = Duration.ofMillis(10);
    private static final Duration MOST = Duration.ofMinutes(10);

    @Option(
            names = "--lead-in",
            defaultValue = "0s",
            description = "How long before the run the rate grows to its first: two thirds of the time evenly from"
                    + " little, then it stays. Nothing of that is counted; the run begins right behind it, warm"
                    + " (default: ${DEFAULT-VALUE}, at most 10m).")
    private Duration leadIn = Duration.ZERO;

    @Option(
            names = "--lead-in-flight",
            defaultValue = "64",
            description = "Requests in flight at most in the lead-in; what is due beyond is left out, so that it does"
                    + " not overrun what it is to warm up (default: ${DEFAULT-VALUE}).")
    private int leadInFlight;

    @Option(
            names = "--connections",
            defaultValue = "256",
            description =
                    "Connections at most; a request waits for a free one, which counts (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--client-threads",
            defaultValue = "1",
            description = "Threads that serve the connections, each an equal share of them and of the requests"
                    + " (default: ${DEFAULT-VALUE}).")
    private int clientThreads;

    @Option(
            names = "--in-flight",
            defaultValue = "20000",
            description = "Requests in flight at most; what is due beyond is counted as not sent"
                    + " (default: ${DEFAULT-VALUE}).")
    private int inFlight;

    @Option(
            names = "--timeout",
            defaultValue = "10s",
            description = "A request not completed so long after it was due has failed (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ZERO;

    @Option(
            names = "--drain",
            defaultValue = "5s",
            description = "How long to wait at the end for what is in flight (default: ${DEFAULT-VALUE}).")
    private Duration drain = Duration.ZERO;

    @Option(
            names = "--spin",
            description =
                    "Spin for the last moments before a request is due: in time to a few microseconds, at the price"
                            + " of a core. Otherwise the sender parks, and is some 60 us late.")
    private boolean spinning;

    @Option(
            names = {"-o", "--results"},
            paramLabel = "FOLDER",
            defaultValue = "simulator-results",
            description = "Where results go: result.json, seconds.csv, windows.csv and report.html"
                    + " (default: ${DEFAULT-VALUE}).")
    private Path results = Path.of("");

    @Option(names = "--name", defaultValue = "run", description = "What the results call this run.")
    private String name = "";

    void check(OptionValidator bounds) {
        bounds.within("--connections", connections, 1, 10_000);
        bounds.within("--client-threads", clientThreads, 1, Math.min(64, connections));
        if (connections % clientThreads != 0) {
            throw bounds.refused("--connections is %d: it must be a multiple of --client-threads, which is %d"
                    .formatted(connections, clientThreads));
        }
        bounds.within("--in-flight", inFlight, 1, MOST_IN_FLIGHT);
        bounds.within("--lead-in-flight", leadInFlight, 1, MOST_IN_FLIGHT);
        bounds.within("--timeout", timeout, LEAST, MOST);
        bounds.within("--drain", drain, Duration.ZERO, MOST);
    }

    /** Refuses what the memory could not hold if nothing were answered. */
    void checkMemory(BodyTemplate body, OptionValidator bounds) {
        long most = Runtime.getRuntime().maxMemory();
        if (body.bytes() * inFlight > most) {
            throw bounds.refused(
                    "--in-flight is %d, and a body has %d bytes: that is more than the memory of this JVM, %d MB;"
                                    .formatted(inFlight, body.bytes(), most / MEGABYTE)
                            + " say fewer, or java -Xmx");
        }
    }

    /** What leads to the first rate of a profile; refuses one that leads nowhere. */
    LeadIn leadIn(LoadProfile profile, OptionValidator bounds) {
        int seconds = bounds.wholeSeconds("--lead-in", leadIn, 0, Math.toIntExact(MOST.toSeconds()));
        int rate = profile.rateAt(0);
        if (rate == 0 && seconds > 0) {
            throw bounds.refused("--lead-in is %d s, and leads nowhere: the first rate is 0".formatted(seconds));
        }
        return new LeadIn(rate, seconds);
    }

    int leadInFlight() {
        return leadInFlight;
    }

    int connections() {
        return connections;
    }

    int clientThreads() {
        return clientThreads;
    }

    int inFlight() {
        return inFlight;
    }

    Duration timeout() {
        return timeout;
    }

    Duration drain() {
        return drain;
    }

    boolean spinning() {
        return spinning;
    }

    Path results() {
        return results;
    }

    String name() {
        return name;
    }
}
