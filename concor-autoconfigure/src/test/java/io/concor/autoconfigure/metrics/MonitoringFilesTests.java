package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.autoconfigure.endpoint.Http;
import io.concor.autoconfigure.endpoint.OrderFlow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An application whose timers are histograms exports what the dashboard and the alert rules of the documents query. */
@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "spring.test.metrics.export=true",
            "management.prometheus.metrics.export.enabled=true",
            "management.metrics.distribution.percentiles-histogram.concor=true",
            "concor.sampling.burst=1",
            "concor.sampling.interval=1"
        })
class MonitoringFilesTests {

    private static final Path DOCS = Path.of("../docs");
    private static final Pattern METER = Pattern.compile("\\b(concor|executor)_\\w+");
    private static final Pattern SELECTED = Pattern.compile("\\b(?:concor|executor)_\\w+(?=\\{)");

    @LocalServerPort
    private int port;

    @Autowired
    private Flow<String, Integer> orders;

    private String scraped;

    @BeforeEach
    void scrape() throws Exception {
        orders.submit("1").get(10, TimeUnit.SECONDS);
        scraped = new Http(port).get("prometheus").text();
    }

    @Test
    void exportsTheMetersOfTheAlertRules() throws IOException {
        List<String> meters = meters(alerts().findValues("expr"));

        assertThat(meters).hasSize(10).allSatisfy(this::isExported);
    }

    @Test
    void exportsTheMetersOfTheDashboard() throws IOException {
        List<JsonNode> queries = new JsonMapper()
                .readTree(Files.readString(DOCS.resolve("grafana.json")))
                .findValues("expr");

        assertThat(meters(queries))
                .contains("concor_flow_recovered_total", "concor_layout_drifted", "concor_slot_changes_total")
                .allSatisfy(this::isExported);
    }

    @Test
    void selectsOneApplicationAndItsInstancesInEachQueryOfTheDashboard() throws IOException {
        String dashboard = Files.readString(DOCS.resolve("grafana.json"));
        List<JsonNode> queries = new JsonMapper().readTree(dashboard).findValues("expr");

        assertThat(queries).allSatisfy(query -> assertThat(
                        SELECTED.matcher(query.asString()).results().count())
                .isEqualTo(
                        query.asString().split("\\{job=\"\\$application\",instance=~\"\\$instance\",", -1).length - 1));
        assertThat(new JsonMapper().readTree(dashboard).at("/templating/list").findValuesAsString("name"))
                .contains("application", "instance", "flow");
    }

    @Test
    void exportsHistogramsThatPrometheusCanAggregate() {
        assertThat(scraped)
                .contains("concor_flow_latency_seconds_bucket{flow=\"orders\",le=\"+Inf\"}")
                .contains("concor_task_seconds_bucket{");
    }

    /** The series of a meter begin a line: a family of a longer name does not count. */
    private void isExported(String meter) {
        assertThat(scraped).containsPattern("(?m)^" + meter + "\\{");
    }

    private static JsonNode alerts() throws IOException {
        Object rules = new Yaml().load(Files.readString(DOCS.resolve("monitoring/alerts.yml")));
        return new JsonMapper().valueToTree(rules);
    }

    /** Returns the names of the meters, without those of percentiles, which a histogram replaces. */
    private static List<String> meters(List<JsonNode> queries) {
        return queries.stream()
                .map(query -> query.asString().replaceAll("\\w+\\{[^}]*quantile=[^}]*}", ""))
                .flatMap(query -> METER.matcher(query).results())
                .map(MatchResult::group)
                .distinct()
                .toList();
    }
}
