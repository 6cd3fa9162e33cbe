package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/** History, trial and undo over HTTP. */
@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
        })
@Import({ChangesEndpointTests.Surroundings.class, LayoutAuditRepository.class})
@DirtiesContext
class ChangesEndpointTests {

    private static final AtomicInteger TESTS = new AtomicInteger();

    /** Each test has its own flow, which is new to the manager. */
    private final String name = "tried" + TESTS.incrementAndGet();

    private final String slots = "concorslots/" + name + "/";
    private final String resolver = slots + "resolver";
    private final String history = "concorchanges/" + name;
    private final String topology = "concor/" + name;
    private final String calm = "concorpresets/" + name + "/calm";

    @TempDir
    static Path presets;

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    @Autowired
    private AuditEventRepository audit;

    private Http http;
    private Flow<String, Integer> flow;

    /** A logged-in user and an audit repository. */
    @TestConfiguration
    static class Surroundings {

        @Bean
        FilterRegistrationBean<AuthenticatingFilter> loggedIn() {
            return new FilterRegistrationBean<>(new AuthenticatingFilter("ann"));
        }
    }

    @DynamicPropertySource
    static void location(DynamicPropertyRegistry properties) {
        properties.add("concor.presets.location", presets::toString);
    }

    @BeforeEach
    void start() {
        http = new Http(port);
        flow = OrderFlow.flow(name, new OrderFlow.Gate());
        manager.register(flow);
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private int threads() {
        JoinSettings resolver = manager.flow(name).slot("resolver").settings();
        return resolver == null ? 0 : resolver.threads();
    }

    private List<AuditEvent> audited(String type) {
        return audit.find("ann", null, type).stream()
                .filter(event -> name.equals(event.getData().get("flow")))
                .toList();
    }

    private Http.Answer decide(String action) {
        return http.post(history, String.format(Locale.ROOT, "{\"action\":\"%s\"}", action));
    }

    @Test
    void recordsWhoChangedWhatAndWhyNewestFirst() {
        http.post(resolver, "{\"threads\":8,\"reason\":\"queue grows\"}");
        http.post(resolver, "{\"pool\":\"single\"}");

        JsonNode changes = http.get(history).json();

        assertThat(changes.path("version").asLong()).isEqualTo(2);
        assertThat(changes.path("changes")).hasSize(2);
        assertThat(changes.at("/changes/0/outcome").asString()).isEqualTo("refused");
        assertThat(changes.at("/changes/0/error").asString()).contains("resolver");
        assertThat(changes.at("/changes/0/version").asLong()).isEqualTo(2);
        JsonNode made = changes.at("/changes/1");
        assertThat(made.path("number").asLong()).isEqualTo(1);
        assertThat(made.path("outcome").asString()).isEqualTo("changed");
        assertThat(made.path("source").asString()).isEqualTo("endpoint");
        assertThat(made.path("who").asString()).isEqualTo("ann");
        assertThat(made.path("reason").asString()).isEqualTo("queue grows");
        assertThat(made.path("oldVersion").asLong()).isEqualTo(1);
        assertThat(made.path("at").asString()).endsWith("Z");
        assertThat(made.has("handedOver")).isTrue();
        assertThat(made.has("tookMicros")).isTrue();
        assertThat(made.at("/slots/0/oldSettings/threads").asInt()).isEqualTo(4);
        assertThat(made.at("/slots/0/newSettings/threads").asInt()).isEqualTo(8);
        assertThat(made.has("preset")).isFalse();
        assertThat(made.has("trial")).isFalse();
    }

    @Test
    void limitsTheNumberOfEntries() {
        for (int threads = 5; threads < 10; threads++) {
            http.post(resolver, String.format(Locale.ROOT, "{\"threads\":%d}", threads));
        }

        assertThat(http.get(history + "?limit=2").json().path("changes")).hasSize(2);
        assertThat(http.get("concorchanges?limit=1").json().at("/flows/1/changes"))
                .hasSize(1);
        assertThat(http.get("concorchanges").json().at("/flows/1/changes")).hasSize(5);
    }

    @Test
    void showsAuditedChangesAsDocumented() throws IOException {
        String source =
                Files.readString(Path.of("src/test/java/io/concor/autoconfigure/endpoint/LayoutAuditRepository.java"));
        String shown = source.substring(source.indexOf("import "));
        assertThat(Path.of("../docs/monitoring.md")).content().contains("```java\n" + shown + "```");

        http.post(resolver, "{\"threads\":8}");
        audit.add(new AuditEvent("ann", "AUTHENTICATION_SUCCESS"));

        assertThat(http.get("auditevents?type=CONCOR_LAYOUT_CHANGED").json().path("events"))
                .filteredOn(event -> name.equals(event.at("/data/flow").asString()))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.at("/data/action").asString()).isEqualTo("change");
                    assertThat(event.at("/data/slots/0/slot").asString()).isEqualTo("resolver");
                });
        assertThat(http.get("auditevents?type=AUTHENTICATION_SUCCESS").json().path("events"))
                .isEmpty();
    }

    @Test
    void reportsTheActionIfThereIsNothingToConfirm() {
        decide("confirm");

        JsonNode refused = http.get(history).json().at("/changes/0");
        assertThat(refused.path("action").asString()).isEqualTo("confirm");
        assertThat(refused.path("outcome").asString()).isEqualTo("refused");
    }

    @Test
    void changesOnTrialAndConfirms() {
        Http.Answer tried = http.post(resolver, "{\"threads\":8,\"revertAfter\":\"PT5M\",\"reason\":\"enough?\"}");

        assertThat(tried.at("/revertsAt")).endsWith("Z");
        JsonNode trial = http.get(topology).json().path("trial");
        assertThat(trial.path("version").asLong()).isEqualTo(2);
        assertThat(trial.path("until").asString()).isEqualTo(tried.at("/revertsAt"));
        assertThat(trial.path("who").asString()).isEqualTo("ann");
        assertThat(trial.path("reason").asString()).isEqualTo("enough?");

        Http.Answer confirmed = decide("confirm");

        assertThat(confirmed.status()).isEqualTo(200);
        assertThat(confirmed.at("/changed")).isEqualTo("false");
        assertThat(confirmed.at("/version")).isEqualTo("2");
        assertThat(http.get(topology).json().has("trial")).isFalse();
        assertThat(http.get(history).at("/changes/0/outcome")).isEqualTo("confirmed");
        assertThat(http.get(history).at("/changes/1/trial/state")).isEqualTo("confirmed");
    }

    @Test
    void revertsAChangeThatIsNotConfirmed() {
        Http.Answer tried = http.post(resolver, "{\"threads\":8,\"revertAfter\":\"1s\"}");
        assertThat(tried.at("/changed")).isEqualTo("true");
        assertThat(tried.at("/version")).isEqualTo("2");

        await("the layout from before").until(() -> threads() == 4);
        await("it is entered").until(() -> http.get(history).at("/version").equals("3"));
        assertThat(http.get(history).at("/changes/0/source")).isEqualTo("revert");
        assertThat(http.get(history).at("/changes/1/trial/state")).isEqualTo("reverted");
    }

    @Test
    void makesAChangeDuringATrialOfTheAutopilot() {
        manager.change(ChangeRequest.put(name, "resolver", JoinSettings.fixed(8))
                .revertAfter(Duration.ofMinutes(5))
                .by(ChangeOrigin.of(Autopilot.SOURCE, null)));

        Http.Answer changed = http.post(resolver, "{\"threads\":9,\"expectedVersion\":1}");

        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.at("/version")).isEqualTo("3");
        assertThat(http.get(topology).json().has("trial")).isFalse();
        assertThat(http.get(history).at("/changes/1/source")).isEqualTo("autopilot");
        assertThat(http.get(history).at("/changes/1/trial/state")).isEqualTo("superseded");
        assertThat(audit.find(null, null, "CONCOR_LAYOUT_CHANGED"))
                .anySatisfy(event ->
                        assertThat(event.getData()).containsEntry("flow", name).containsEntry("source", "autopilot"));
    }

    @Test
    void refusesAPermanentChangeDuringATrial() {
        http.post(resolver, "{\"threads\":8,\"revertAfter\":\"5m\"}");

        Http.Answer refused = http.post(resolver, "{\"threads\":9}");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.field("error")).isEqualTo("not possible now");
        assertThat(refused.field("reason")).contains("version 2 is on trial until", "asked for by ann");
        assertThat(http.delete(slots + "logger").status()).isEqualTo(409);
        assertThat(http.delete(resolver + "?revertAfter=5m").status()).isEqualTo(400); // breaks a rule
        assertThat(http.post(resolver, "{\"threads\":9,\"revertAfter\":\"5m\"}").status())
                .isEqualTo(200);
    }

    @Test
    void dryRunChangesNothing() {
        Http.Answer answer = http.post(resolver, "{\"threads\":8,\"revertAfter\":\"5m\",\"dryRun\":true}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().has("revertsAt")).isFalse();
        assertThat(http.get(topology).json().has("trial")).isFalse();
        assertThat(http.get(history).json().path("changes")).isEmpty();
    }

    @Test
    void undoesOneChangeAfterTheOther() {
        http.post(resolver, "{\"threads\":8}");
        http.post(slots + "logger", "{\"pool\":\"single\"}");

        Http.Answer undone = http.post(history, "{\"action\":\"undo\",\"reason\":\"slower\",\"expectedVersion\":3}");

        assertThat(undone.status()).isEqualTo(200);
        assertThat(undone.at("/slots/0/newSettings/pool")).isEqualTo("none");
        assertThat(undone.at("/version")).isEqualTo("4");
        assertThat(decide("undo").at("/slots/0/newSettings/threads")).isEqualTo("4");
        assertThat(http.get(history).at("/changes/1/source")).isEqualTo("undo");
        assertThat(http.get(history).at("/changes/1/reason")).isEqualTo("slower");
        assertThat(http.get(history).at("/changes/1/who")).isEqualTo("ann");
    }

    @Test
    void reportsThatThereIsNothingToConfirmOrUndo() {
        Http.Answer confirm = decide("confirm");
        Http.Answer undo = decide("undo");

        assertThat(confirm.status()).isEqualTo(409);
        assertThat(confirm.field("reason")).endsWith("there is nothing to confirm: no change is on trial");
        assertThat(undo.status()).isEqualTo(409);
        assertThat(undo.field("reason")).endsWith("there is nothing to undo: no change is left");
    }

    @Test
    void undoesNothingAfterAnotherChange() {
        http.post(resolver, "{\"threads\":8}");
        http.post(resolver, "{\"threads\":9}");

        Http.Answer stale = http.post(history, "{\"action\":\"undo\",\"expectedVersion\":2}");

        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.at("/present")).isEqualTo("3");
        assertThat(threads()).isEqualTo(9);
    }

    @Test
    void appliesAPresetOnTrialAndReportsItsName() {
        http.post(calm, "{}");
        http.post(resolver, "{\"threads\":8}");

        assertThat(http.post(calm + "/apply", "{\"revertAfter\":\"5m\"}").at("/revertsAt"))
                .endsWith("Z");

        assertThat(http.get(history).at("/changes/0/source")).isEqualTo("preset");
        assertThat(http.get(history).at("/changes/0/preset")).isEqualTo("calm");
        assertThat(http.get(history).at("/changes/0/who")).isEqualTo("ann");
        assertThat(decide("undo").at("/slots/0/newSettings/threads")).isEqualTo("8");
        http.delete(calm);
    }

    @Test
    void publishesAnAuditEventForEachEntry() {
        http.post(resolver, "{\"threads\":8,\"revertAfter\":\"5m\",\"reason\":\"enough?\"}");
        http.post(resolver, "{\"threads\":9}");
        decide("confirm");

        assertThat(audited("CONCOR_LAYOUT_CHANGED")).singleElement().satisfies(event -> {
            assertThat(event.getData())
                    .containsEntry("flow", name)
                    .containsEntry("version", 2L)
                    .containsEntry("source", "endpoint")
                    .containsEntry("reason", "enough?")
                    .containsKey("revertsAt");
            assertThat(event.getData().get("slots")).asString().contains("slot=resolver", "threads=8");
        });
        assertThat(audited("CONCOR_LAYOUT_REFUSED"))
                .singleElement()
                .satisfies(event ->
                        assertThat(event.getData().get("error")).asString().contains("on trial"));
        assertThat(audited("CONCOR_LAYOUT_CONFIRMED")).hasSize(1);
    }

    @Test
    void publishesAnAuditEventForEachPresetSavedOrDeleted() {
        http.post(String.format(Locale.ROOT, "concorpresets/%s/calm", name), "{\"reason\":\"measured\"}");
        http.delete(String.format(Locale.ROOT, "concorpresets/%s/calm?reason=outdated", name));

        assertThat(audited("CONCOR_PRESET_SAVED")).singleElement().satisfies(event -> {
            assertThat(event.getPrincipal()).isEqualTo("ann");
            assertThat(event.getData())
                    .isEqualTo(Map.of("flow", name, "preset", "calm", "source", "endpoint", "reason", "measured"));
        });
        assertThat(audited("CONCOR_PRESET_DELETED")).singleElement().satisfies(event -> assertThat(event.getData())
                .containsEntry("reason", "outdated"));
    }

    @Test
    void distinguishesChangesInJavaFromThoseOfEndpoints() {
        http.post(resolver, "{\"threads\":8}");
        manager.change(ChangeRequest.put(name, "resolver", JoinSettings.fixed(3)));

        assertThat(http.get(history).at("/changes/0/source")).isEqualTo("java");
        assertThat(http.get(history).json().at("/changes/0").has("who")).isFalse();
    }
}
