package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.manage.Manager;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Calls respond with tables to requests that accept plain text, and with JSON to all others. */
@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
            "management.endpoint.concor.cache.time-to-live=1h",
            "concor.sampling.burst=1",
            "concor.sampling.interval=1"
        })
class PlainTextTests {

    @TempDir
    static Path presets;

    @LocalServerPort
    private int port;

    @Autowired
    private Flow<String, Integer> orders;

    @Autowired
    private Manager manager;

    private Http http;

    @DynamicPropertySource
    static void location(DynamicPropertyRegistry properties) {
        properties.add("concor.presets.location", presets::toString);
    }

    @BeforeEach
    void runAnEvent() throws Exception {
        http = new Http(port);
        orders.submit("1").get(10, TimeUnit.SECONDS);
        http.post("concorpresets/orders/calm", "{}");
    }

    private List<String> lines(String path) {
        Http.Answer answer = http.getText(path);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.text().lines().toList();
    }

    @Test
    void endsAWindowWithMilliseconds() {
        await("the first second").untilAsserted(() -> assertThat(lines("concorstats/orders/history"))
                .anyMatch(line -> line.matches("....-..-..T..:..:..(\\.\\d{3})?Z .*"))
                .noneMatch(line -> line.matches(".*\\.\\d{4,}Z .*")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "concor                     | flow    state    components  version  in flight",
                "concor/orders              | component  kind                 stage     pool    threads  capacity",
                "concorstats                | component  kind                 errors  p50 [ms]",
                "concorstats/orders         | component  kind                 errors  p50 [ms]",
                "concorstats/orders/history | end",
                "concorsampling             | flow    sampling  burst [events]  interval [events]",
                "concorsampling/orders      | flow    sampling  burst [events]  interval [events]",
                "concorslots/orders         | slot      pool    threads  capacity  wait      keep-alive  queue",
                "concorslots/orders/logger  | slot    pool  threads  capacity  wait  keep-alive  queue",
                "concorpresets              | flow    active preset  drifted  presets",
                "concorpresets/orders       | flow    active preset  drifted  presets",
                "concorpresets/orders/calm  | slot      pool    threads  capacity  wait      keep-alive",
                "concorchanges              | number  at",
                "concorchanges/orders       | number  at"
            })
    void respondsWithATableToARequestForPlainText(String path, String header) {
        assertThat(lines(path)).anyMatch(line -> line.startsWith(header));
    }

    private Http.Answer postForText(String path, String body) {
        Http.Answer answer = http.call("POST", path, body, "text/plain");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    @Test
    void showsAChangeAsATableWithItsWarnings() {
        Http.Answer answer =
                postForText("concorslots/orders/resolver", "{\"threads\":1,\"capacity\":32,\"dryRun\":true}");

        assertThat(answer.text())
                .isEqualTo(String.format(
                        Locale.ROOT, """
                        flow orders, layout version %d, dry run: nothing changed

                        slot      settings  pool   threads  capacity  wait      keep-alive
                        resolver  old       fixed        4        16  blocking  -
                        resolver  new       fixed        1        32  blocking  -

                        warning: slot 'resolver' has 1 thread (pool fixed) for tasks that block ('resolver'): while one event waits for its answer, all others wait. Use as many threads as events arrive per second times the seconds that an answer takes
                        """, manager.flow("orders").layout().version()));
    }

    @Test
    void showsWhetherAChangeIsMadeAndUntilWhenItIsOnTrial() {
        assertThat(postForText("concorslots/orders/resolver", "{\"threads\":4}").text())
                .startsWith(String.format(
                        Locale.ROOT,
                        "flow orders, layout version %d, unchanged\n",
                        manager.flow("orders").layout().version()));
        assertThat(postForText("concorslots/orders/resolver", "{\"threads\":5,\"revertAfter\":\"1h\"}")
                        .text())
                .startsWith(String.format(
                        Locale.ROOT,
                        "flow orders, layout version %d, changed, on trial until 20",
                        manager.flow("orders").layout().version()));
        assertThat(postForText("concorchanges/orders", "{\"action\":\"undo\"}").text())
                .contains(", changed\n", "resolver  new       fixed        4        16");
    }

    @Test
    void saysThatAChangeIsConfirmed() {
        postForText("concorslots/orders/resolver", "{\"threads\":5,\"revertAfter\":\"1h\"}");
        assertThat(postForText("concorchanges/orders", "{\"action\":\"confirm\"}")
                        .text())
                .startsWith(String.format(
                        Locale.ROOT,
                        "flow orders, layout version %d, confirmed\n",
                        manager.flow("orders").layout().version()));

        postForText("concorslots/orders/resolver", "{\"threads\":4,\"revertAfter\":\"1h\"}");
        assertThat(http.post("concorchanges/orders", "{\"action\":\"confirm\"}").field("outcome"))
                .isEqualTo("confirmed");
    }

    @Test
    void showsTheSettingsAndThePresetOfEachChangeInTheHistory() {
        postForText("concorslots/orders/resolver", "{\"threads\":5}");
        assertThat(lines("concorchanges/orders")).anyMatch(line -> line.contains("resolver: threads 4 -> 5"));

        postForText("concorpresets/orders/calm/apply", "{}");
        assertThat(lines("concorchanges/orders"))
                .anyMatch(line -> line.contains("calm") && line.contains("resolver: threads 5 -> 4"));
    }

    @Test
    void changesEverythingForARequestForPlainText() {
        assertThat(postForText("concorsampling/orders", "{}").text()).startsWith("flow    sampling");
        assertThat(postForText("concorpresets/orders/busy", "{}").text()).startsWith("preset busy of flow orders");
        assertThat(postForText("concorpresets/orders/busy/apply", "{}").text()).contains(", unchanged\n");
        assertThat(http.call("DELETE", "concorpresets/orders/busy", null, "text/plain")
                        .status())
                .isEqualTo(204);
        assertThat(http.call("DELETE", "concorslots/orders/logger", null, "text/plain")
                        .text())
                .contains(", unchanged\n");
        assertThat(http.call("POST", "concorslots/orders/resolver", "{\"threads\":0}", "text/plain")
                        .text())
                .startsWith("invalid setting\nfield: threads\n");
    }

    @Test
    void showsOneLineForEachComponentInEachPeriod() {
        List<String> lines = lines("concorstats/orders");

        assertThat(lines).filteredOn(line -> line.startsWith("resolver ")).hasSize(2);
        assertThat(lines).filteredOn(line -> line.startsWith("logger ")).hasSize(2);
        assertThat(lines).first().isEqualTo("flow orders, 0 in flight");
        assertThat(lines.get(1)).isEmpty();
        assertThat(lines).last().isEqualTo("~ based on few samples");
    }

    @Test
    void alignsItsColumns() {
        List<String> lines = lines("concorslots/orders");
        int pool = lines.get(2).indexOf("pool");

        assertThat(lines.subList(3, lines.size()))
                .hasSize(5)
                .allSatisfy(line -> assertThat(line.substring(pool - 2, pool)).isBlank())
                .allSatisfy(line -> assertThat(line.charAt(pool)).isNotEqualTo(' '));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*/*", "application/json", "application/*", "text/plain, */*", "application/json, text/plain"})
    void respondsWithJsonToARequestThatAcceptsJson(String accept) {
        Http.Answer answer = http.call("GET", "concorslots/orders", null, accept);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.at("/flow")).isEqualTo("orders");
    }

    @Test
    void cachesNoFormat() {
        assertThat(http.get("concor").at("/flows/0/name")).isEqualTo("orders");
        assertThat(lines("concor")).hasSize(2);
        assertThat(http.get("concor").at("/flows/0/name")).isEqualTo("orders");
    }

    @Test
    void explainsAnErrorInPlainText() {
        Http.Answer answer = http.getText("concorslots/orders/none");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text()).isEqualTo("""
            unknown slot
            There is no slot 'none'; known: parser, session, resolver, logger, rescuer
            """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"concorstats", "concorstats/orders"})
    void rejectsAnUnknownViewAndNamesTheAllowedOnes(String path) {
        Http.Answer answer = http.get(path + "?view=short");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("view");
        assertThat(answer.field("reason")).isEqualTo("'short' is unknown");
        assertThat(answer.field("allowed")).isEqualTo("full, summary");
    }

    @Test
    void explainsAnUnknownViewInPlainText() {
        assertThat(http.getText("concorstats?view=short").text())
                .isEqualTo("invalid setting\nfield: view\n'short' is unknown\nallowed: full, summary\n");
    }

    @Test
    void summarizesAFlow() {
        Http.Answer summary = http.get("concorstats/orders?view=summary");

        assertThat(summary.at("/flow")).isEqualTo("orders");
        assertThat(summary.at("/busiestSlot")).isIn("session", "resolver");
        assertThat(summary.at("/slowestComponent")).isNotEmpty();
        assertThat(summary.json().path("latency").path("samples").asLong()).isPositive();
        assertThat(summary.json().has("window")).isFalse();
        assertThat(http.get("concorstats?view=summary").at("/flows/0/flow")).isEqualTo("orders");
        assertThat(http.get("concorstats/orders?view=full").json().has("window"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"concorstats?view=summary", "concorstats/orders?view=summary"})
    void summarizesEachFlowOnOneLine(String path) {
        assertThat(lines(path)).hasSize(2).last().asString().startsWith("orders");
    }
}
