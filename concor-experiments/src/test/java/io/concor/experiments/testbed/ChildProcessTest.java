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
    void findsWhatAChildHasPrinted() throws IOException {
        try (ChildProcess child = shell("echo Ready: over there; sleep 60")) {
            assertThat(child.await(Pattern.compile("Ready: (.*)"), PATIENCE).group(1))
                    .isEqualTo("over there");
        }
    }

    @Test
    void findsWhatAChildHasPrintedLast() throws IOException {
        try (ChildProcess child = shell("echo Ready")) {
            child.awaitEnd(PATIENCE);

            assertThat(child.await(Pattern.compile("Ready"), PATIENCE).group()).isEqualTo("Ready");
        }
    }

    @Test
    void showsTheLastLinesOfAChildThatEndsTooSoon() throws IOException {
        try (ChildProcess child = shell("seq 100; echo no such database; exit 3")) {
            assertThatThrownBy(() -> child.await(Pattern.compile("Ready"), PATIENCE))
                    .isInstanceOf(ExperimentException.class)
                    .hasMessageContainingAll("the shell", "status 3", "shell.log", "\n100\nno such database")
                    .hasMessageNotContaining("\n50\n");
        }
    }

    @Test
    void givesUpAChildThatTakesTooLong() throws IOException {
        try (ChildProcess child = shell("echo still starting; sleep 60")) {
            assertThatThrownBy(() -> child.await(Pattern.compile("Ready"), Duration.ofMillis(200)))
                    .hasMessageContaining("has not printed Ready");
            assertThatThrownBy(() -> child.awaitEnd(Duration.ofMillis(1))).hasMessageContaining("is still busy");
        }
    }

    @Test
    void refusesAChildThatEndsBadly() throws IOException {
        try (ChildProcess child = shell("exit 2")) {
            assertThatThrownBy(() -> child.awaitEnd(PATIENCE)).hasMessageContaining("status 2");
        }
    }

    @Test
    void endsWhatAChildHasStarted() throws IOException {
        Path pid = folder.resolve("pid");
        try (ChildProcess child = shell("sleep 60 & echo $! > " + pid + "; echo up; wait")) {
            child.await(Pattern.compile("up"), PATIENCE);
        }

        ends(pid);
    }

    @Test
    void endsWithTheJvmThatIsToldToEnd() throws Exception {
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

    /** What an experiment is to its processes. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] arguments) throws InterruptedException {
            Path folder = Path.of(arguments[0]);
            ChildProcesses children = new ChildProcesses(folder);
            ChildProcess child = children.start(
                    "sleeper",
                    new ProcessBuilder("sh", "-c", "sleep 300 & echo $! > " + folder.resolve("pid") + "; wait"));
            child.awaitEnd(PATIENCE.multipliedBy(2));
        }
    }
}
