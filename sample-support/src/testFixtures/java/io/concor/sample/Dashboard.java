package io.concor.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The queries of a Grafana dashboard. */
public final class Dashboard {

    private static final Pattern SELECTOR = Pattern.compile("([a-z_]+)\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~?)\"([^\"]*)\"");
    private static final Pattern METER = Pattern.compile("(concor|executor)_[a-z_]+");

    /** Added by Prometheus when it scrapes. */
    private static final Set<String> LABELS_OF_TARGETS = Set.of("job", "instance");

    private static final String HISTOGRAM = "_bucket";

    private final List<String> expressions = new ArrayList<>();

    private Dashboard(JsonNode json) {
        json.findValues("expr").forEach(expression -> expressions.add(expression.stringValue()));
    }

    public static Dashboard read(String file) throws IOException {
        return new Dashboard(new JsonMapper().readTree(Files.readString(Path.of(file))));
    }

    /**
     * Asserts that an application soon has every meter that the dashboard shows.
     *
     * @param scrape returns the text that Prometheus scrapes
     * @param flow the selected flow
     */
    public void isFilledBy(Supplier<String> scrape, String flow) {
        assertThat(selectors()).hasSizeGreaterThan(15);
        await("every meter").untilAsserted(() -> {
            List<String> lines = lines(scrape.get());
            assertThat(selectors()).allSatisfy(selector -> assertThat(lines).anyMatch(selects(selector, flow)));
        });
        assertThat(meters())
                .allSatisfy(meter -> assertThat(selectors()).anyMatch(selector -> selector.startsWith(meter + "{")));
    }

    /** Asserts that the dashboard shows the connections of this pool only, whatever else Prometheus scrapes. */
    public void showsConnectionsOnlyOf(String pool) {
        assertThat(selectors())
                .filteredOn(selector -> selector.startsWith("hikaricp_"))
                .hasSize(3)
                .allSatisfy(selector -> assertThat(selector).contains("pool=\"" + pool + "\"}"));
    }

    /** Returns every series that it selects, such as {@code concor_slot_size{flow="$flow"}}, except optional histograms. */
    private List<String> selectors() {
        return expressions.stream()
                .flatMap(expression -> SELECTOR.matcher(expression).results())
                .filter(found -> !found.group(1).endsWith(HISTOGRAM))
                .map(found -> found.group())
                .distinct()
                .toList();
    }

    /** Returns the name of every meter, with or without a selector. */
    private List<String> meters() {
        return expressions.stream()
                .flatMap(expression -> METER.matcher(expression).results())
                .map(found -> found.group())
                .filter(meter -> !meter.endsWith(HISTOGRAM))
                .distinct()
                .toList();
    }

    /** Returns whether a selector selects a line of the scraped text. */
    private static Predicate<String> selects(String selector, String flow) {
        String meter = selector.substring(0, selector.indexOf('{'));
        Predicate<String> labels = MATCHER.matcher(selector.replace("$flow", flow))
                .results()
                .filter(found -> !LABELS_OF_TARGETS.contains(found.group(1)))
                .map(found -> label(found.group(1), found.group(2), found.group(3)))
                .reduce(line -> true, Predicate::and);
        return labels.and(line -> line.startsWith(meter + "{"));
    }

    private static Predicate<String> label(String name, String operator, String value) {
        String wanted = operator.equals("=") ? Pattern.quote(value) : value.replace(".+", "[^\"]+");
        Pattern label = Pattern.compile("[{,]" + name + "=\"" + wanted + "\"");
        return line -> label.matcher(line).find();
    }

    private static List<String> lines(String scraped) {
        return Stream.of(scraped.split("\n"))
                .filter(line -> !line.startsWith("#"))
                .toList();
    }
}
