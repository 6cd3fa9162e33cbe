package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.manage.Manager;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
            "concor.sampling.burst=1",
            "concor.sampling.interval=1"
        })
@DirtiesContext(classMode = ClassMode.AFTER_EACH_TEST_METHOD)
class EndpointsTests {

    @TempDir
    static Path presets;

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    @Autowired
    private Flow<String, Integer> orders;

    @Autowired
    private OrderFlow.Gate gate;

    private Http http;

    @DynamicPropertySource
    static void location(DynamicPropertyRegistry properties) {
        properties.add("concor.presets.location", presets::toString);
    }

    @BeforeEach
    void client() {
        http = new Http(port);
    }

    @Test
    void showsAnOverviewOfAllFlows() throws Exception {
        orders.submit("1").get(10, TimeUnit.SECONDS);

        JsonNode flow = http.get("concor").json().path("flows").path(0);

        assertThat(flow.path("name").asString()).isEqualTo("orders");
        assertThat(flow.path("state").asString()).isEqualTo("running");
        assertThat(flow.path("components").asInt()).isEqualTo(5);
        assertThat(flow.path("version").asLong()).isEqualTo(1);
        assertThat(flow.path("inFlight").asLong()).isZero();
        assertThat(flow.path("maxInFlight").asInt()).isEqualTo(64);
        assertThat(flow.path("completed").asLong()).isEqualTo(1);
        assertThat(flow.path("recovered").asLong()).isZero();
        assertThat(flow.path("failed").asLong()).isZero();
        assertThat(flow.path("timedOut").asLong()).isZero();
        assertThat(flow.path("refused").asLong()).isZero();
        assertThat(flow.path("refusedByReason").propertyNames())
                .containsExactly("full", "timeout", "stopped", "changing", "ownThread", "interrupted");
        assertThat(flow.path("ignoredContinuations").asLong()).isZero();
        assertThat(flow.path("sampling").asBoolean()).isTrue();
    }

    @Test
    void countsEventsThatACatchComponentRecovered() throws Exception {
        orders.submit("1").get(10, TimeUnit.SECONDS);
        assertThat(orders.submit("no number").get(10, TimeUnit.SECONDS)).isEqualTo(-1);

        JsonNode flow = http.get("concor").json().path("flows").path(0);

        assertThat(flow.path("completed").asLong()).isEqualTo(2);
        assertThat(flow.path("recovered").asLong()).isEqualTo(1);
        assertThat(flow.path("failed").asLong()).isZero();
    }

    @Test
    void showsComponentsSlotsAndStagesOfAFlow() {
        JsonNode flow = http.get("concor/orders").json();

        assertThat(flow.path("components")).hasSize(5);
        assertThat(flow.at("/components/0/slot").toString()).isEqualTo("{\"pool\":\"none\"}");
        assertThat(flow.at("/components/2/kind").asString()).isEqualTo("synchronized-remote");
        assertThat(flow.at("/components/2/slot").toString())
                .isEqualTo("{\"pool\":\"fixed\",\"threads\":4,\"capacity\":16,\"wait\":\"blocking\",\"queue\":\"memory\"}");
        assertThat(flow.at("/stages/2/components").toString()).isEqualTo("[\"resolver\",\"logger\",\"rescuer\"]");
        assertThat(flow.at("/stages/2/pool").asString()).isEqualTo("fixed");
        assertThat(flow.at("/stages/0/pool").asString()).isEqualTo("none");
        assertThat(flow.path("drifted").asBoolean()).isFalse();
        assertThat(flow.has("activePreset")).isFalse();
    }

    @Test
    void showsStatistics() throws Exception {
        orders.submit("1").get(10, TimeUnit.SECONDS);

        JsonNode statistics = http.get("concorstats/orders").json();

        assertThat(statistics.at("/sinceStart/completed").asLong()).isEqualTo(1);
        assertThat(statistics.at("/sinceStart/latency/samples").asLong()).isEqualTo(1);
        assertThat(statistics.at("/sinceStart/latency/p99Micros").asDouble()).isPositive();
        assertThat(statistics.at("/sinceStart/components/2/service/samples").asLong())
                .isEqualTo(1);
        assertThat(statistics.at("/window/slots/0/name").asString()).isEqualTo("session");
        assertThat(statistics.at("/window/slots/0/waiting").has("p50Micros")).isTrue();
        assertThat(statistics.at("/slots/1/totalThreads").asInt()).isEqualTo(4);
        assertThat(statistics.at("/slots/1/capacity").asInt()).isEqualTo(16);
        assertThat(http.get("concorstats").at("/flows/0/flow")).isEqualTo("orders");
    }

    @Test
    void showsTheLastSeconds() throws Exception {
        orders.submit("1").get(10, TimeUnit.SECONDS);

        Awaitility.await("the event is in the history").untilAsserted(() -> assertThat(windows())
                .anySatisfy(window ->
                        assertThat(window.path("throughput").asDouble()).isPositive()));
        JsonNode last = windows().get(windows().size() - 1);
        assertThat(last.path("seconds").asDouble()).isBetween(0.5, 30.0);
        assertThat(last.path("latency").has("p99Micros")).isTrue();
        assertThat(last.at("/slots/0/name").asString()).isEqualTo("session");
        assertThat(last.at("/slots/0").has("queue")).isTrue();
        assertThat(last.at("/slots/0").has("busy")).isTrue();
        assertThat(last.at("/slots/0").has("blocked")).isTrue();
        assertThat(last.has("layoutChanged")).isTrue();
        assertThat(http.get("concorstats/orders/history?seconds=1").json().path("windows"))
                .hasSize(1);
    }

    private List<JsonNode> windows() {
        return http.get("concorstats/orders/history")
                .json()
                .path("windows")
                .valueStream()
                .toList();
    }

    @Test
    void changesSamplingAndKeepsMissingSettings() {
        Http.Answer answer = http.post("concorsampling/orders", "{\"interval\":256}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text())
                .isEqualTo("{\"flow\":\"orders\",\"enabled\":true,\"burst\":1,\"interval\":256}")
                .isEqualTo(http.get("concorsampling/orders").text());
        assertThat(http.post("concorsampling/orders", "{\"enabled\":false}")
                        .json()
                        .path("enabled")
                        .asBoolean())
                .isFalse();
        assertThat(http.get("concorsampling").at("/flows/0/interval")).isEqualTo("256");
    }

    @Test
    void showsSlotsWithTheirLiveState() throws Exception {
        gate.close();
        orders.apply("1");
        Awaitility.await("the resolver holds the event")
                .until(() -> manager.flow("orders").slot("resolver").activeThreads() == 1);

        JsonNode slot = http.get("concorslots/orders/resolver").json();

        gate.open();
        assertThat(slot.path("slot").asString()).isEqualTo("resolver");
        assertThat(slot.path("pool").asString()).isEqualTo("fixed");
        assertThat(slot.path("wait").asString()).isEqualTo("blocking");
        assertThat(slot.path("activeThreads").asInt()).isEqualTo(1);
        assertThat(slot.path("totalThreads").asInt()).isEqualTo(4);
        assertThat(http.get("concorslots/orders").json().path("slots")).hasSize(5);
    }

    @Test
    void addsAndRemovesAJoin() {
        Http.Answer put = http.post(
                "concorslots/orders/logger",
                "{\"pool\":\"cached\",\"threads\":8,\"capacity\":64,\"keepAlive\":\"30s\",\"expectedVersion\":1,\"reason\":\"isolate\"}");

        assertThat(put.status()).isEqualTo(200);
        assertThat(put.at("/oldSettings/pool")).isEqualTo("none");
        assertThat(put.at("/newSettings/keepAlive")).isEqualTo("30s");
        assertThat(put.at("/version")).isEqualTo("2");
        assertThat(put.at("/changed")).isEqualTo("true");
        assertThat(put.json().has("handedOver")).isTrue();
        assertThat(put.json().has("tookMicros")).isTrue();

        Http.Answer out = http.delete("concorslots/orders/logger?expectedVersion=2&reason=enough");

        assertThat(out.status()).isEqualTo(200);
        assertThat(out.at("/newSettings/pool")).isEqualTo("none");
        assertThat(manager.flow("orders").layout().version()).isEqualTo(3);
        assertThat(manager.flow("orders").slot("logger").settings()).isNull();
    }

    @Test
    void acceptsTheSpellingOfTheConfigurationAndOfPresets() {
        Http.Answer answer = http.post("concorslots/orders/resolver", "{\"pool\":\"cached\",\"keep-alive\":\"30s\"}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.at("/newSettings/keepAlive")).isEqualTo("30s");
    }

    @Test
    void keepsMissingSettingsWhenAJoinIsResized() {
        Http.Answer answer = http.post("concorslots/orders/resolver", "{\"threads\":6}");

        assertThat(answer.at("/newSettings/capacity")).isEqualTo("16");
        assertThat(answer.at("/newSettings/threads")).isEqualTo("6");
    }

    @Test
    void removesTheJoinIfThePoolIsNone() {
        Http.Answer answer = http.post("concorslots/orders/resolver", "{\"pool\":\"none\"}");

        // the session's single thread must not serve a synchronized-remote task
        assertThat(answer.status()).isEqualTo(400);
        http.post("concorslots/orders/logger", "{\"pool\":\"single\"}");
        assertThat(http.post("concorslots/orders/logger", "{\"pool\":\"none\"}").status())
                .isEqualTo(200);
        assertThat(manager.flow("orders").slot("logger").settings()).isNull();
    }

    @Test
    void reportsThatNothingChangedIfTheSettingsAreTheSame() {
        Http.Answer answer =
                http.post("concorslots/orders/resolver", "{\"pool\":\"fixed\",\"threads\":4,\"capacity\":16}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.at("/changed")).isEqualTo("false");
        assertThat(answer.at("/oldSettings/threads")).isEqualTo("4");
        assertThat(answer.at("/newSettings/threads")).isEqualTo("4");
        assertThat(answer.at("/version")).isEqualTo("1");
    }

    @Test
    void changesNothingInADryRun() {
        Http.Answer answer = http.post("concorslots/orders/resolver", "{\"threads\":8,\"dryRun\":true}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.at("/newSettings/threads")).isEqualTo("8");
        assertThat(answer.at("/changed")).isEqualTo("false");
        assertThat(manager.flow("orders").layout().version()).isEqualTo(1);
    }

    @Test
    void savesShowsAppliesAndDeletesAPreset() {
        Http.Answer saved = http.post("concorpresets/orders/calm", "{\"reason\":\"before the sale\"}");
        http.post("concorslots/orders/resolver", "{\"threads\":9}");

        assertThat(saved.status()).isEqualTo(200);
        assertThat(presets.resolve("orders/calm.yml")).exists();
        assertThat(http.get("concor/orders").at("/drifted")).isEqualTo("true");
        assertThat(http.get("concorpresets").at("/flows/0/presets/0")).isEqualTo("calm");
        Http.Answer shown = http.get("concorpresets/orders/calm");
        assertThat(shown.at("/versions/0/number")).isEqualTo("1");
        assertThat(shown.at("/versions/0/reason")).isEqualTo("before the sale");
        assertThat(shown.text().replaceAll("\"versions\":\\[.*?],", ""))
                .isEqualTo(saved.text().replace("\"replaced\":false,", ""))
                .doesNotContain("replaced");

        Http.Answer applied = http.post("concorpresets/orders/calm/apply", "{}");

        assertThat(applied.status()).isEqualTo(200);
        assertThat(applied.at("/slots/0/newSettings/threads")).isEqualTo("4");
        assertThat(http.get("concor/orders").at("/drifted")).isEqualTo("false");
        assertThat(http.delete("concorpresets/orders/calm").status()).isEqualTo(204);
        assertThat(http.get("concorpresets/orders/calm").status()).isEqualTo(404);
    }

    @Test
    void reportsWhetherSavingReplacedAPreset() {
        assertThat(http.post("concorpresets/orders/again", "{}").at("/replaced"))
                .isEqualTo("false");
        assertThat(http.post("concorpresets/orders/again", "{}").at("/replaced"))
                .isEqualTo("true");
        assertThat(http.delete("concorpresets/orders/again").status()).isEqualTo(204);
    }
}
