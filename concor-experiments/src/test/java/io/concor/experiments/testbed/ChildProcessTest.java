package io.concor.experiments.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private ChildProcess shell(String script) throws IOException {
        return new ChildProcess("the shell", folder.resolve("shell.log"), new ProcessBuilder("sh", "-c", script));
    }

    @Test
    void findsALineOfARunningProcess() throws IOException {
        try (ChildProcess process = shell("echo Ready: over there; sleep 60")) {
            assertThat(process.await(Pattern.compile("Ready: (.*)"), PATIENCE).group(1))
                    .isEqualTo("over there");
        }
    }

    @Test
    void findsTheLastLineOfAnEndedProcess() throws IOException {
        try (ChildProcess process = shell("echo Ready")) {
            process.awaitEnd(PATIENCE);

            assertThat(process.await(Pattern.compile("Ready"), PATIENCE).group())
                    .isEqualTo("Ready");
        }
    }

    @Test
    void reportsTheLastLinesOfAProcessThatEndsTooSoon() throws IOException {
        try (ChildProcess process = shell("seq 100; echo no such database; exit 3")) {
            assertThatThrownBy(() -> process.await(Pattern.compile("Ready"), PATIENCE))
                    .isInstanceOf(ExperimentException.class)
                    .hasMessageContainingAll("the shell", "status 3", "shell.log", "\n100\nno such database")
                    .hasMessageNotContaining("\n50\n");
        }
    }

    @Test
    void failsIfAProcessTakesTooLong() throws IOException {
        try (ChildProcess process = shell("echo still starting; sleep 60")) {
            assertThatThrownBy(() -> process.await(Pattern.compile("Ready"), Duration.ofMillis(200)))
                    .hasMessageContaining("did not print Ready within 0 s");
            assertThatThrownBy(() -> process.awaitEnd(Duration.ofMillis(1)))
                    .hasMessageContaining("did not end within 0 s");
        }
    }

    @Test
    void failsIfAProcessEndsWithAnError() throws IOException {
        try (ChildProcess process = shell("exit 2")) {
            assertThatThrownBy(() -> process.awaitEnd(PATIENCE)).hasMessageContaining("status 2");
        }
    }

    @Test
    void endsDescendants() throws IOException {
        Path pid = folder.resolve("pid");
        try (ChildProcess process = shell("sleep 60 & echo $! > " + pid + "; echo up; wait")) {
            process.await(Pattern.compile("up"), PATIENCE);
        }

        ends(pid);
    }

    @Test
    void endsProcessesWithTheJvm() throws Exception {
        Path pid = folder.resolve("pid");
        Process jvm = new ProcessBuilder(
                        Workspace.java(), "-cp", Workspace.classPath(), Parent.class.getName(), folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("jvm.log").toFile())
                .start();
        try {
            await("the child of the JVM").atMost(PATIENCE).until(() -> Files.exists(pid) && Files.size(pid) > 0);

            jvm.destroy(); // the same hooks as Ctrl-C

            assertThat(jvm.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            ends(pid);
        } finally {
            jvm.destroyForcibly();
        }
    }

    private static void ends(Path pid) throws IOException {
        long number = Long.parseLong(Files.readString(pid).strip());
        await("the end of process " + number).atMost(PATIENCE).until(() -> ProcessHandle.of(number)
                .filter(ProcessHandle::isAlive)
                .isEmpty());
    }

    /** A JVM with a child process, as an experiment has. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] arguments) throws InterruptedException {
            Path folder = Path.of(arguments[0]);
            ChildProcesses processes = new ChildProcesses(folder);
            ChildProcess process = processes.start(
                    "sleeper",
                    new ProcessBuilder("sh", "-c", "sleep 300 & echo $! > " + folder.resolve("pid") + "; wait"));
            process.awaitEnd(PATIENCE.multipliedBy(2));
        }
    }
}
