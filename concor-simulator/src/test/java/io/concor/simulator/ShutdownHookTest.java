package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShutdownHookTest {

    private static final int TERMINATED = 128 + 15;

    @TempDir
    private Path folder;

    @Test
    void writesTheResultsWhenTheProcessIsTerminated() throws IOException, InterruptedException {
        SimulatorRun run = interrupted("0s", "\n     0 ");
        assertThat(completed(run)).isPositive();
    }

    @Test
    void endsALeadInWhenTheProcessIsTerminated() throws IOException, InterruptedException {
        SimulatorRun run = interrupted("10m", "\n  -600 ");
        assertThat(completed(run)).isZero();
        assertThat(run.output()).doesNotContain("The run begins", "-500");
    }

    private SimulatorRun interrupted(String leadIn, String when) throws IOException, InterruptedException {
        try (FixedRateServer server = new FixedRateServer(1000)) {
            Process process = simulator(server, leadIn);
            try {
                return interrupted(process, when);
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private SimulatorRun interrupted(Process process, String when) throws IOException, InterruptedException {
        Path printed = folder.resolve("printed");
        await(when).atMost(30, TimeUnit.SECONDS).until(() -> Files.readString(printed)
                .contains(when));
        process.destroy(); // SIGTERM, because shells ignore SIGINT for background processes
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(TERMINATED);
        SimulatorRun run = new SimulatorRun(process.exitValue(), Files.readString(printed), folder);
        assertThat(run.output()).contains("The run was interrupted.");
        assertThat(run.result().get("ending").asString()).isEqualTo("INTERRUPTED");
        return run;
    }

    private static int completed(SimulatorRun run) throws IOException {
        return run.result().get("account").get("totals").get("completed").asInt();
    }

    private Process simulator(FixedRateServer server, String leadIn) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Simulator.class.getName(),
                        "constant",
                        server.url(),
                        "--rate=50",
                        "--for=10m",
                        "--lead-in=" + leadIn,
                        "--results=" + folder)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(folder.resolve("printed").toFile()))
                .start();
    }
}
