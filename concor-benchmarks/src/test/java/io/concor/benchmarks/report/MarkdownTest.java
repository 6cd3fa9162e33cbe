package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MarkdownTest {

    private static final Table TABLE = new Table(
            "speed", "who", List.of(Column.whole("rate", "score"), Column.fraction("cost", "cpu")), List.of());

    @Test
    void showsTheMedianAndHowFarTheRoundsReach() {
        Figures figures = new Figures();
        for (double rate : new double[] {3_000, 1_000, 2_000}) {
            figures.add(Map.of("me", Map.of("score", rate, "cpu", 0.5)));
        }

        assertThat(Markdown.table(TABLE, figures)).isEqualTo("""
                        | who | rate | cost |
                        |---|---:|---:|
                        | me | 2,000 (1,000 to 3,000) | 0.50 (0.50 to 0.50) |
                        """);
    }

    @Test
    void refusesARowWithoutAFigure() {
        Figures figures = new Figures();
        figures.add(Map.of("me", Map.of("score", 1.0)));

        assertThatThrownBy(() -> Markdown.table(TABLE, figures))
                .hasMessageContaining("me")
                .hasMessageContaining("cpu");
    }

    @Test
    void replacesATableAndNothingElse() {
        String document = "before\n%s\nold\n<!-- end -->\nafter".formatted(Markdown.mark("speed"));

        assertThat(Markdown.replaced(document, "speed", "new\n"))
                .isEqualTo("before\n%s\n\nnew\n\n<!-- end -->\nafter".formatted(Markdown.mark("speed")));
    }

    @Test
    void leavesADocumentWithoutThatTableAsItIs() {
        assertThat(Markdown.replaced("text", "speed", "new")).isEqualTo("text");
    }

    @Test
    void refusesATableThatDoesNotEnd() {
        assertThatThrownBy(() -> Markdown.replaced(Markdown.mark("speed"), "speed", "new"))
                .hasMessageContaining("<!-- end -->");
    }

    @Test
    void doesNotTakeTheEndOfAnotherTableForThatOfOneThatDoesNotEnd() {
        String document = "%s\n%s\n<!-- end -->".formatted(Markdown.mark("speed"), Markdown.mark("cost"));

        assertThat(Markdown.missing(document, List.of("speed", "cost")))
                .containsExactly("<!-- end --> behind " + Markdown.mark("speed"));
        assertThatThrownBy(() -> Markdown.replaced(document, "speed", "new")).hasMessageContaining("<!-- end -->");
    }

    @Test
    void findsAPlaceForEachTableInThePerformancePage() throws Exception {
        String page = Files.readString(Path.of("../docs/performance.md"));

        assertThat(Suite.tables())
                .allSatisfy(table -> assertThat(page).contains("<!-- table: %s, Java 17 -->".formatted(table.name())));
    }

    @Test
    void showsOnThePerformancePageWhatItsRawFileHolds() throws Exception {
        String page = Files.readString(Path.of("../docs/performance.md"));
        JsonNode raw =
                new JsonMapper().readTree(Files.readString(Path.of("../docs/experiments/performance-java-17.json")));

        assertThat(Suite.tables())
                .allSatisfy(table -> assertThat(page).contains(Markdown.table(table, figures(raw.get(table.name())))));
    }

    private static Figures figures(JsonNode rows) {
        Figures figures = new Figures();
        rows.properties().forEach(row -> row.getValue().properties().forEach(figure -> figure.getValue()
                .forEach(round -> figures.add(Map.of(row.getKey(), Map.of(figure.getKey(), round.asDouble()))))));
        return figures;
    }
}
