package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures that docs/performance.md quotes are those of a raw file. Each number of the page is in {@code
 * quoted-figures.txt}: with the rows that it is computed from, or with the page that has its raw data.
 */
class QuotedFiguresTest {

    private static final Path DOCS = Path.of("../docs");
    private static final String OTHER_HOST = "other-host:";

    /**
     * A quoted figure.
     *
     * @param text the words around it
     * @param number the number as it is quoted
     * @param source an expression of raw figures, or a page of the experiments
     */
    private record Quote(String text, String number, String source) {

        static Quote of(String line) {
            String[] parts = line.split(" ; ");
            return new Quote(parts[0].strip(), parts[1].strip(), parts[2].strip());
        }

        /** One of the last digit, or one in twenty if the page says "about". */
        double tolerance() {
            int point = number.indexOf('.');
            double unit = point < 0 ? 1 : Math.pow(10, point + 1.0 - number.length());
            return text.contains("about") ? value() / 20 : unit;
        }

        double value() {
            return Double.parseDouble(number);
        }

        boolean isComputed() {
            return !source.endsWith(".md");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static List<Quote> quotes() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("src/test/resources/quoted-figures.txt"))) {
            return lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Quote::of)
                    .toList();
        }
    }

    static Stream<Quote> computed() throws IOException {
        return quotes().stream().filter(Quote::isComputed);
    }

    private static String page() throws IOException {
        return Files.readString(DOCS.resolve("performance.md")).replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @MethodSource("computed")
    void isThatOfTheRawFile(Quote quote) throws IOException {
        assertThat(evaluate(quote.source())).isCloseTo(quote.value(), Offset.offset(quote.tolerance()));
    }

    @Test
    void isNamedWithItsSource() throws IOException {
        String page = page();
        String rest = page;
        for (Quote quote : quotes()) {
            assertThat(page).contains(quote.text());
            assertThat(quote.text()).contains(quote.number());
            rest = rest.replace(quote.text(), "");
        }

        assertThat(rest.replaceAll("\\]\\([^)]*\\)", ""))
                .as("the page without what it quotes and without links has no number")
                .doesNotContainPattern("\\d");
    }

    @Test
    void namesPagesThatExist() throws IOException {
        assertThat(quotes()).filteredOn(quote -> !quote.isComputed()).allSatisfy(quote -> assertThat(
                        DOCS.resolve("experiments").resolve(quote.source()))
                .exists());
    }

    /** Evaluates operands that are combined from left to right. */
    private static double evaluate(String expression) throws IOException {
        String[] parts = expression.split(" ");
        double value = operand(parts[0]);
        for (int i = 1; i < parts.length; i += 2) {
            double next = operand(parts[i + 1]);
            value = switch (parts[i]) {
                case "/" -> value / next;
                case "*" -> value * next;
                case "-" -> value - next;
                default -> throw new IllegalArgumentException("no operator " + parts[i]);
            };
        }
        return value;
    }

    /** Returns a number, or the median, {@code @min} or {@code @max} of the rounds of table/row/figure. */
    private static double operand(String text) throws IOException {
        if (!text.contains("/")) {
            return Double.parseDouble(text);
        }
        String file = text.startsWith(OTHER_HOST) ? "performance-java-17-other-host.json" : "performance-java-17.json";
        String[] figure = text.replace(OTHER_HOST, "").split("@");
        List<String> path = Arrays.asList(figure[0].split("/"));
        JsonNode found = new JsonMapper()
                .readTree(Files.readString(DOCS.resolve("experiments").resolve(file)))
                .path(path.get(0))
                .path("rows")
                .path(path.get(1))
                .path(path.get(2));
        double[] rounds =
                found.valueStream().mapToDouble(JsonNode::asDouble).sorted().toArray();
        assertThat(rounds).as(text).isNotEmpty();
        return switch (figure.length == 1 ? "" : figure[1]) {
            case "min" -> rounds[0];
            case "max" -> rounds[rounds.length - 1];
            default ->
                DoubleStream.of(rounds).skip(rounds.length / 2).findFirst().orElseThrow();
        };
    }
}
