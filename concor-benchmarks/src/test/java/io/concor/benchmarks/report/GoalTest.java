package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.benchmarks.report.Goal.Outcome;
import io.concor.benchmarks.report.Goal.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

class GoalTest {

    private static final List<String> PEERS = List.of("slow", "fast", "missing");

    @TempDir
    private Path folder;

    private static String raw(String own) {
        return """
                {"stages": {"commit": "79b8b5ac", "measured": "2026-12-01", "host": "5f3a09c1", "rows": {
                    "concor": {"score": [%s]},
                    "slow": {"score": [1, 1, 1]},
                    "fast": {"score": [10, 20, 10]}}}}""".formatted(own);
    }

    private static Outcome judge(String own, boolean atLeast) {
        Goal goal = new Goal("aim", "stages", "score", "concor", atLeast ? 1.0 : 2.0, atLeast, PEERS);
        return goal.judge(new JsonMapper().readTree(raw(own)));
    }

    @ParameterizedTest
    @CsvSource({
        "'10, 20, 10', MET",
        "'11, 20, 10', MET",
        "'9, 19, 9', MISSED",
        "'90, 19, 90', UNDECIDED",
        "'90, 90', UNDECIDED",
        "'', NOT_MEASURED"
    })
    void comparesEachRoundWithTheSameRoundOfTheBestPeer(String own, Verdict verdict) {
        assertThat(judge(own, true).verdict()).isEqualTo(verdict);
    }

    @Test
    void takesThePeerWithTheLeastMedianIfLessIsBetter() {
        assertThat(judge("2, 1, 1.5", false)).isEqualTo(new Outcome(Verdict.MET, "1.50 × slow (1.00 to 2.00)"));
        assertThat(judge("3, 4, 5", false).verdict()).isEqualTo(Verdict.MISSED);
    }

    @Test
    void judgesNoTableWhoseHostIsNotKnown() {
        Goal goal = new Goal("aim", "stages", "score", "concor", 1.0, true, PEERS);
        String older = raw("10, 20, 10").replace("\"host\"", "\"note\"");

        assertThat(goal.judge(new JsonMapper().readTree(older)).verdict()).isEqualTo(Verdict.NOT_MEASURED);
    }

    @Test
    void replacesTheTableOfADocument() throws IOException {
        Path raw = Files.writeString(folder.resolve("raw.json"), raw("1, 1, 1"));
        Path document = Files.writeString(
                folder.resolve("page.md"), "before\n%s\nold\n<!-- end -->\n".formatted(MarkdownDocument.mark("goals")));

        assertThat(run(raw.toString(), "--document=" + document)).isZero();

        assertThat(document)
                .content()
                .startsWith("before")
                .contains("| not measured |")
                .doesNotContain("old");
    }

    @Test
    void rejectsWhatIsNoFileOfRawResultsAndADocumentWithoutAPlace() throws IOException {
        Path raw = Files.writeString(folder.resolve("raw.json"), raw("1, 1, 1"));
        Path document = Files.writeString(folder.resolve("page.md"), "text");

        assertThat(run(folder.toString())).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(run(raw.toString(), "--document=" + document)).isEqualTo(CommandLine.ExitCode.USAGE);

        assertThat(document).hasContent("text");
    }

    private static int run(String... arguments) {
        return new CommandLine(new GoalsCommand())
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(arguments);
    }
}
