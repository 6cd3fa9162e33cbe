package io.concor.queueserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the README do what it says. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ReadmeTest {

    @TempDir
    Path folder;

    private static List<String> blocks(String heading, String language) throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        int begin = readme.indexOf("\n## " + heading + "\n");
        int end = readme.indexOf("\n## ", begin + 1);
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(readme.substring(begin, end < 0 ? readme.length() : end))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    @Test
    @Tag("full")
    void leadsTwoClientsToEachOther() throws Exception {
        try (RunningServer server = RunningServer.start(TestStore.SQLITE.settings(folder))) {
            List<String> run = blocks("Run it", "sh");
            List<String> kill = blocks("Kill it", "sh");
            String sending =
                    kill.get(0).lines().filter(line -> !line.startsWith("kill")).reduce("", ReadmeTest::add);
            String first = run.get(1);
            String names = first.lines().limit(3).reduce("", ReadmeTest::add);

            assertThat(shell(server, first)).contains("\"from\":\"alice\"", "\"content\":\"two coffees\"");
            assertThat(shell(server, names + run.get(2))).contains("\"content\":\"a tea, for anyone\"");
            server.alice().send("orders", "to the program");
            assertThat(java(server, blocks("Run it", "java").get(0)))
                    .startsWith("200 {")
                    .contains("to the program");
            assertThat(shell(server, names + sending)).contains("500 201");
            assertThat(shell(server, names + blocks("Operate", "sh").get(0)))
                    .contains("\"clientCount\":2", "\"depth\":500", "\"to\":\"bob\"", "\"affected\":0");
            assertThat(shell(server, names + kill.get(1))).contains("500 200", "1 204");
        }
    }

    /** The shell of macOS, zsh, takes the text of a variable for one word. */
    @Test
    void runsNoVariableAsACommand() throws Exception {
        assertThat(Files.readString(Path.of("README.md"))).doesNotContainPattern("(?m)(^|; |do )\\$[a-z]");
    }

    private static String add(String text, String line) {
        return text + line + "\n";
    }

    private String java(RunningServer server, String program) throws Exception {
        Path file = folder.resolve("Bob.java");
        Files.writeString(file, program.replace("8080", Integer.toString(server.port())));
        return output(Path.of(System.getProperty("java.home"), "bin", "java").toString(), file.toString());
    }

    private static String shell(RunningServer server, String commands) throws Exception {
        return output("bash", "-c", commands.replace("8080", Integer.toString(server.port())));
    }

    private static String output(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return output.strip();
    }
}
