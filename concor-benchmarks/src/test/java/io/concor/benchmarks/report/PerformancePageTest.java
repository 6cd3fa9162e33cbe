package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PerformancePageTest {

    @Test
    void showsWhatItsRawFileHolds() throws Exception {
        String page = Files.readString(Path.of("../docs/performance.md"));
        JsonNode raw =
                new JsonMapper().readTree(Files.readString(Path.of("../docs/experiments/performance-java-17.json")));

        assertThat(raw.properties().stream()
                        .filter(table -> !List.of("about", "machine").contains(table.getKey())))
                .hasSize(17)
                .allSatisfy(table -> assertShows(page, table.getKey(), table.getValue()));
    }

    private static void assertShows(String page, String table, JsonNode rows) {
        String mark = "<!-- table: %s, Java 17 -->".formatted(table);
        assertThat(page).contains(mark);
        String content = page.substring(page.indexOf(mark)).split("<!-- end -->")[0];
        List<String[]> shown = content.lines()
                .filter(line -> line.startsWith("| "))
                .skip(1)
                .map(line -> line.substring(2, line.length() - 2).split(" \\| "))
                .toList();
        assertThat(shown).as(table).hasSize(rows.size()).allSatisfy(cells -> assertThat(
                        Arrays.stream(cells).skip(1))
                .as(cells[0])
                .isNotEmpty()
                .isSubsetOf(rows.path(cells[0]).properties().stream()
                        .map(Map.Entry::getValue)
                        .flatMap(PerformancePageTest::cells)
                        .toList()));
    }

    /** The median and the range of the rounds, in each format that a table may have. */
    private static Stream<String> cells(JsonNode rounds) {
        List<Double> sorted =
                rounds.valueStream().map(JsonNode::asDouble).sorted().toList();
        return Stream.of("%,.0f", "%,.1f", "%,.2f").map(format -> "%s (%s to %s)"
                .formatted(
                        number(format, sorted.get(sorted.size() / 2)),
                        number(format, sorted.get(0)),
                        number(format, sorted.get(sorted.size() - 1))));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
