package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.util.TestSocketUtils;

/** The five commands of both README files: start, send, kill, start, count. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KilledMoneyTrackerReadmeTest {

    private static final Pattern COMMAND = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    private final int port = TestSocketUtils.findAvailableTcpPort();

    private static List<String> commands(String readme, String heading) throws IOException {
        String text = Files.readString(Path.of(readme));
        int begin = text.indexOf(heading);
        return COMMAND.matcher(text.substring(begin, text.indexOf("\n## ", begin)))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @Test
    void theCommandsAreTheSame() throws IOException {
        assertThat(commands("../README.md", "## Survive a kill"))
                .hasSize(4)
                .isEqualTo(commands("README.md", "## Kill it"));
    }

    /** The process is started and killed here, since others may run on this machine. */
    @Test
    @Tag("full")
    void whatTheySendIsBookedAfterTheKill() throws Exception {
        List<String> commands = commands("../README.md", "## Survive a kill");
        TrackerProcess first = start();
        assertThat(run(commands.get(1))).isEqualTo("500 202");
        first.kill();

        TrackerProcess second = start();
        TrackerClient tracker = new TrackerClient(port);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> TrackerClient.json(tracker.get("/actuator/concorqueues/money-tracker.reader"))
                                .path("depth")
                                .intValue()
                        == 0);
        assertThat(run(commands.get(3))).isEqualTo("500 200");
        second.stop();
    }

    private TrackerProcess start() throws IOException {
        return TrackerProcess.start(
                port,
                folder.resolve("tracker.log"),
                List.of(
                        "--spring.profiles.active=tour,durable",
                        "--spring.datasource.url=jdbc:h2:file:" + folder.resolve("money-tracker")
                                + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;LOCK_TIMEOUT=15000"));
    }

    private String run(String command) throws Exception {
        Process shell = new ProcessBuilder("bash", "-c", command.replace("8080", Integer.toString(port)))
                .redirectErrorStream(true)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return output.strip();
    }
}
