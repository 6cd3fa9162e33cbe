package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Finds the breaking point of a server of known capacity. For the steps of the thesis, which take longer:
 * {@code -Dsimulator.every=10s -Dsimulator.settle=15s -Dsimulator.backlog=250ms}.
 */
@Tag("full")
class BreakingPointTest {

    private static final int SERVED_PER_SECOND = Integer.getInteger("simulator.served", 1000);
    private static final String EVERY = System.getProperty("simulator.every", "1s");
    private static final String SETTLE = System.getProperty("simulator.settle", "4s");
    private static final String BACKLOG = System.getProperty("simulator.backlog", "60ms");

    private static final int ATTEMPTS = 3;
    private static final int DISTURBED_MICROS = 50_000;

    @TempDir
    private Path folder;

    /** On an overloaded machine the server, which is in the same process, breaks earlier: such attempts do not count. */
    @Test
    void findsTheBreakingPointOfAServerWithAFixedServiceRate() throws IOException {
        RampAttempt attempt = attempt();
        for (int made = 1; made < ATTEMPTS && attempt.disturbed(); made++) {
            attempt = attempt();
        }
        SimulatorRun run = attempt.run;
        assumeThat(attempt.disturbed())
                .as("the machine was overloaded: %s", attempt)
                .isFalse();
        assertThat(rate(run)).as(run.output()).isCloseTo(SERVED_PER_SECOND, withinPercentage(5));
        assertThat(saturatedRate(run)).as(run.output()).isCloseTo(SERVED_PER_SECOND, withinPercentage(5));
        assertThat(run.result().get("ending").asString()).isEqualTo("BROKEN");
        assertThat(run.output()).contains("Breaking point: " + rate(run));
    }

    @Test
    void reportsThatTheFirstRateWasNotStable() throws IOException {
        try (FixedRateServer server = new FixedRateServer(200)) {
            SimulatorRun run = ramp(server, 400, 10, "1s");
            assertThat(run.result().get("breakingPoint").get("rate").isNull()).isTrue();
            assertThat(run.output()).contains("Breaking point: below the first rate");
        }
    }

    @Test
    void reportsTheHighestRateIfNothingBroke() {
        try (FixedRateServer server = new FixedRateServer(5000)) {
            SimulatorRun run = SimulatorRun.run(
                    folder, "ramp", server.url(), "--start=50", "--step=10", "--limit=65", "--every=1s");
            assertThat(run.output()).contains("The run has finished. No breaking point up to 60 requests per second.");
        }
    }

    private record RampAttempt(SimulatorRun run, long serverDelayMicros) {

        boolean disturbed() throws IOException {
            boolean slow = rate(run) < SERVED_PER_SECOND * 0.95 || saturatedRate(run) < SERVED_PER_SECOND * 0.95;
            long late =
                    run.result().get("account").get("lateness").get("maxMicros").asLong();
            return slow && Math.max(late, serverDelayMicros) > DISTURBED_MICROS;
        }
    }

    private static double saturatedRate(SimulatorRun run) throws IOException {
        return run.result().get("breakingPoint").get("saturatedRate").asDouble();
    }

    private static int rate(SimulatorRun run) throws IOException {
        return run.result().get("breakingPoint").get("rate").asInt(0);
    }

    private RampAttempt attempt() {
        try (FixedRateServer server = new FixedRateServer(SERVED_PER_SECOND)) {
            SimulatorRun run = ramp(server, SERVED_PER_SECOND * 8 / 10, SERVED_PER_SECOND / 40, SETTLE);
            return new RampAttempt(run, server.maxDelayMicros());
        }
    }

    private SimulatorRun ramp(FixedRateServer server, int start, int step, String settle) {
        return SimulatorRun.run(
                folder,
                "ramp",
                server.url(),
                "--start=" + start,
                "--step=" + step,
                "--every=" + EVERY,
                "--settle=" + settle,
                "--backlog=" + BACKLOG,
                "--drain=1s");
    }
}
