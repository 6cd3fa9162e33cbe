package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Against a server whose breaking point is known. Shorter than the thesis's experiment by default; the whole one, with
 * steps of 10 s and 15 s to settle: {@code -Dsimulator.every=10s -Dsimulator.settle=15s -Dsimulator.backlog=250ms}.
 */
class BreakingPointTest {

    private static final int SERVED_PER_SECOND = Integer.getInteger("simulator.served", 1000);
    private static final String EVERY = System.getProperty("simulator.every", "1s");
    private static final String SETTLE = System.getProperty("simulator.settle", "4s");
    private static final String BACKLOG = System.getProperty("simulator.backlog", "60ms");

    private static final int ATTEMPTS = 2;
    private static final int DISTURBED_MICROS = 50_000;

    @TempDir
    private Path folder;

    /**
     * Where the machine is so busy with something else that the simulator itself is late, the server, which lives in
     * the same process, is late as well and cannot serve at its rate: such a run says nothing.
     */
    @Test
    void findsTheBreakingPointOfAServerWithAFixedServiceRate() throws IOException {
        Simulated run = ramp();
        for (int attempt = 1; attempt < ATTEMPTS && disturbed(run); attempt++) {
            run = ramp();
        }
        assumeThat(disturbed(run)).as("the machine was too busy to measure on").isFalse();
        assertThat(rate(run)).as(run.printed()).isCloseTo(SERVED_PER_SECOND, withinPercentage(5));
        assertThat(saturatedRate(run)).as(run.printed()).isCloseTo(SERVED_PER_SECOND, withinPercentage(5));
        assertThat(run.result().get("ending").asString()).isEqualTo("BROKEN");
        assertThat(run.printed()).contains("Breaking point: " + rate(run));
    }

    @Test
    void tellsThatNotEvenTheFirstRateWasStable() throws IOException {
        try (StubServer server = new StubServer(200)) {
            Simulated run = ramp(server, 400, 10, "1s");
            assertThat(run.result().get("breakingPoint").get("rate").isNull()).isTrue();
            assertThat(run.printed()).contains("Breaking point: below the first rate");
        }
    }

    private static boolean disturbed(Simulated run) throws IOException {
        boolean slow = rate(run) < SERVED_PER_SECOND * 0.95 || saturatedRate(run) < SERVED_PER_SECOND * 0.95;
        return slow
                && run.result().get("account").get("lateness").get("maxMicros").asInt() > DISTURBED_MICROS;
    }

    private static double saturatedRate(Simulated run) throws IOException {
        return run.result().get("breakingPoint").get("saturatedRate").asDouble();
    }

    private static int rate(Simulated run) throws IOException {
        return run.result().get("breakingPoint").get("rate").asInt(0);
    }

    private Simulated ramp() {
        try (StubServer server = new StubServer(SERVED_PER_SECOND)) {
            return ramp(server, SERVED_PER_SECOND * 8 / 10, SERVED_PER_SECOND / 40, SETTLE);
        }
    }

    private Simulated ramp(StubServer server, int start, int step, String settle) {
        return Simulated.run(
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
