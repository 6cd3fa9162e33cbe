package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.BatchErrors;
import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.SlotSetting;
import io.concor.TaskKind;
import io.concor.layout.Layout;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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

/** The settings of batches over HTTP. */
@SpringBootTest(
        classes = BillingFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"management.endpoints.web.exposure.include=*", "management.endpoints.access.default=unrestricted"
        })
class BatchSettingsEndpointTests {

    private static final JoinSettings WRITER = JoinSettings.batch(500);
    private static final String SLOT = "concorslots/bills/writer";

    @TempDir
    static Path presets;

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    @Autowired
    private Flow<String, Integer> bills;

    private Http http;

    @DynamicPropertySource
    static void location(DynamicPropertyRegistry properties) {
        properties.add("concor.presets.location", presets::toString);
    }

    @BeforeEach
    void restore() {
        http = new Http(port);
        layout(WRITER);
    }

    private void layout(JoinSettings writer) {
        manager.changeSlot(ChangeRequest.options("bills"), "writer", present -> Optional.of(writer));
    }

    private JoinSettings writer() {
        return manager.flow("bills").layout().slots().get("writer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "writer    | {\"batch\":0}                         | batch       | 0 is out of bounds            | 1 to 10000",
                "writer    | {\"batch\":10001}                     | batch       | 10001 is out of bounds        | 1 to 10000",
                "writer    | {\"batch\":\"many\"}                  | batch       | 'many' is not a whole number  | a whole number from 1 to 10000",
                "writer    | {\"batch\":1.5}                       | batch       | '1.5' is not a whole number   | a whole number from 1 to 10000",
                "writer    | {\"batch\":99999999999}               | batch       | '99999999999' is out of bounds | a whole number from 1 to 10000",
                "writer    | {\"linger\":5}                        | linger      | '5' has no unit               | a number with a unit",
                "writer    | {\"linger\":\"-1ms\"}                 | linger      | -1ms is out of bounds         | 0s to 1m",
                "writer    | {\"linger\":\"2m\"}                   | linger      | 2m is out of bounds           | 0s to 1m",
                "writer    | {\"linger\":\"soon\"}                 | linger      | 'soon' is not a duration      | a number with a unit",
                "writer    | {\"batchTarget\":\"500us\"}           | batchTarget | 500us is out of bounds        | 1ms to 1h",
                "writer    | {\"batch-target\":\"2h\"}             | batchTarget | 2h is out of bounds           | 1ms to 1h",
                "writer    | {\"batchTarget\":200}                 | batchTarget | '200' has no unit             | a number with a unit",
                "writer    | {\"batchErrors\":\"splitt\"}          | batchErrors | 'splitt' is unknown (did you mean 'split'?) | fail, split",
                "writer    | {\"batch-errors\":\"retry\"}          | batchErrors | 'retry' is unknown            | fail, split",
                "writer    | {\"batchSize\":5}                     | batchSize   | 'batchSize' is unknown to this write operation | attempts, batch, batchErrors, batchTarget",
                "writer    | {\"batch\":5,\"batch-target\":\"1s\",\"batchTarget\":\"1s\"} | batchTarget | it is present more than once | each name once",
                "writer    | {\"pool\":\"keyed\"}                  | pool        | a keyed pool serves a keyed component, and 'writer' is batch | another pool in slot 'writer'",
                "writer    | {\"pool\":\"keyed\",\"batch\":5}      | pool        | a keyed pool serves a keyed component, and 'writer' is batch | another pool in slot 'writer'",
                "writer    | {\"pool\":\"none\"}                   | pool        | batch component 'writer' needs its own join | fixed, cached, single",
                "writer    | {\"pool\":\"none\",\"linger\":\"5ms\"} | linger     | 5ms does not apply to pool none | no other setting with pool none",
                "parser    | {\"batch\":5}                         | batch       | batch 5 is a setting of batch components, and 'parser' is simple | a batch task there",
                "parser    | {\"pool\":\"single\",\"linger\":\"5ms\"} | linger   | linger 5ms is a setting of batch components, and 'parser' is simple | a batch task there",
                "numbering | {\"batch\":5}                         | batch       | and 'numbering' is single-threaded | a batch task there",
                "numbering | {\"batchErrors\":\"split\"}           | batchErrors | batch-errors split is a setting of batch components, and 'numbering' is | a batch task",
                "tariff    | {\"linger\":\"5ms\"}                  | linger      | and 'tariff' is synchronized-remote | a batch task there",
                "tariff    | {\"batchTarget\":\"200ms\"}           | batchTarget | batch-target 200ms is a setting of batch components, and 'tariff' | a batch task",
                "charging  | {\"batchTarget\":\"200ms\"}           | batchTarget | and 'charging' is transition  | a batch task there",
                "charging  | {\"batch\":5}                         | batch       | and 'charging' is transition  | a batch task there",
                "balance   | {\"batchErrors\":\"split\"}           | batchErrors | and 'balance' is keyed        | a batch task there",
                "balance   | {\"batch\":5}                         | batch       | and 'balance' is keyed        | a batch task there",
                "logger    | {\"batch\":5}                         | batch       | and 'logger' is side-effect   | a batch task there",
                "logger    | {\"linger\":\"5ms\"}                  | linger      | and 'logger' is side-effect   | a batch task there",
                "rescuer   | {\"batchTarget\":\"200ms\"}           | batchTarget | and 'rescuer' is catch        | a batch task there",
                "rescuer   | {\"batchErrors\":\"split\"}           | batchErrors | and 'rescuer' is catch        | a batch task there",
                "parser    | {\"batchErrors\":\"fail\"}            | batch       | batch 100 is a setting of batch components | a batch task there"
            })
    void refusesWrongSettingsAndChangesNothing(String slot, String body, String field, String reason, String allowed) {
        Layout before = manager.flow("bills").layout();

        Http.Answer answer = http.post("concorslots/bills/" + slot, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).as(answer.text()).isEqualTo(field);
        assertThat(answer.field("reason")).contains(reason).hasSizeLessThan(300);
        assertThat(answer.field("allowed")).contains(allowed);
        assertThat(manager.flow("bills").layout()).isEqualTo(before);
    }

    @Test
    void showsTheSettingsOfBatchComponentsOnly() {
        Http.Answer slots = http.get("concorslots/bills");
        assertThat(slots.at("/slots/5/batch")).isEqualTo("500");
        assertThat(slots.at("/slots/5/linger")).isEqualTo("0s");
        assertThat(slots.at("/slots/5/batchErrors")).isEqualTo("fail");
        assertThat(slots.json().at("/slots/5").has("batchTarget")).isFalse();
        assertThat(slots.json().at("/slots/4").has("batch")).isFalse();
        assertThat(http.get("concor/bills").at("/components/5/slot/batch")).isEqualTo("500");
    }

    @Test
    void showsDefaultsWhereALayoutHasNone() {
        layout(JoinSettings.fixed(2));

        assertThat(http.get(SLOT).field("batch")).isEqualTo("100");
        assertThat(http.get("concor/bills").at("/components/5/slot/batchErrors"))
                .isEqualTo("fail");
    }

    @Test
    void changesOneSettingAndKeepsTheOthers() {
        Http.Answer linger = http.post(SLOT, "{\"linger\":\"5ms\"}");
        assertThat(linger.status()).as(linger.text()).isEqualTo(200);
        assertThat(writer()).isEqualTo(WRITER.linger(Duration.ofMillis(5)));

        http.post(SLOT, "{\"batchTarget\":\"200ms\"}");
        http.post(SLOT, "{\"batch-errors\":\"SPLIT\"}");
        Http.Answer size = http.post(SLOT, "{\"batch\":50}");

        assertThat(size.at("/oldSettings/batch")).isEqualTo("500");
        assertThat(size.at("/newSettings/batch")).isEqualTo("50");
        assertThat(size.at("/newSettings/linger")).isEqualTo("5ms");
        assertThat(size.at("/newSettings/batchTarget")).isEqualTo("200ms");
        assertThat(size.at("/newSettings/batchErrors")).isEqualTo("split");
        assertThat(writer())
                .isEqualTo(JoinSettings.batch(50)
                        .linger(Duration.ofMillis(5))
                        .batchTarget(Duration.ofMillis(200))
                        .batchErrors(BatchErrors.SPLIT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "0s"})
    void removesTheTarget(String none) {
        layout(WRITER.batchTarget(Duration.ofMillis(200)));

        Http.Answer answer = http.post(SLOT, "{\"batchTarget\":\"" + none + "\"}");

        assertThat(answer.at("/oldSettings/batchTarget")).isEqualTo("200ms");
        assertThat(answer.json().path("newSettings").has("batchTarget")).isFalse();
        assertThat(writer()).isEqualTo(WRITER);
    }

    @Test
    void keepsTheThreadsAndTheBatchesWhenOthersChange() {
        http.post(SLOT, "{\"threads\":3}");

        assertThat(writer()).isEqualTo(WRITER.threads(3));
    }

    @Test
    void hasTheDefaultsOfBatchesAfterAChangeOfThePool() {
        Http.Answer answer = http.post(SLOT, "{\"pool\":\"single\"}");

        assertThat(answer.at("/newSettings/batch")).isEqualTo("100");
        assertThat(writer()).isEqualTo(JoinSettings.single().batchSize(100));
    }

    @Test
    void checksADryRunAndChangesNothing() {
        Layout before = manager.flow("bills").layout();

        Http.Answer answer = http.post(SLOT, "{\"batch\":50,\"linger\":\"5ms\",\"dryRun\":true}");

        assertThat(answer.at("/newSettings/batch")).isEqualTo("50");
        assertThat(answer.field("dryRun")).isEqualTo("true");
        assertThat(manager.flow("bills").layout()).isEqualTo(before);
    }

    @Test
    void savesAndAppliesAPresetWithBatches() {
        layout(WRITER.batchTarget(Duration.ofMillis(200)));
        http.post("concorpresets/bills/adaptive", "{}");
        layout(JoinSettings.batch(1));

        Http.Answer preset = http.get("concorpresets/bills/adaptive");
        assertThat(preset.json().path("slots").valueStream().filter(slot -> slot.path("slot")
                        .asString()
                        .equals("writer")))
                .singleElement()
                .satisfies(slot -> {
                    assertThat(slot.path("batch").asInt()).isEqualTo(500);
                    assertThat(slot.path("batchTarget").asString()).isEqualTo("200ms");
                });
        http.post("concorpresets/bills/adaptive/apply", "{}");
        assertThat(writer()).isEqualTo(WRITER.batchTarget(Duration.ofMillis(200)));
    }

    @Test
    void appliesAPresetThatHasNoSettingsOfBatches() throws Exception {
        http.post("concorpresets/bills/old", "{}");
        Path file = presets.resolve("bills/old.yml");
        String ofBatches = SlotSetting.all().stream()
                .filter(setting -> setting.kind() == TaskKind.BATCH)
                .map(SlotSetting::toString)
                .collect(Collectors.joining("|"));
        Files.writeString(file, Files.readString(file).replaceAll("(?m)^ +(" + ofBatches + "): .*\n", ""));

        Http.Answer answer = http.post("concorpresets/bills/old/apply", "{}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(writer()).isEqualTo(JoinSettings.fixed(1));
        assertThat(http.get("concor/bills").field("drifted")).isEqualTo("false");
    }

    @Test
    void writesTheSettingsAsColumnsOfThePlainText() {
        assertThat(http.getText("concorslots/bills").text())
                .contains("batch  linger  batch-errors")
                .containsPattern("writer +fixed +1 +1024 +blocking +- +500 +0s +fail");
        assertThat(http.getText("concorslots/bills/tariff").text()).doesNotContain("batch");
        assertThat(http.getText("concor/bills").text()).contains("batch");
    }

    @Test
    void handlesEventsAfterEachChange() throws Exception {
        for (String body :
                new String[] {"{\"batch\":1}", "{\"batch\":10000,\"linger\":\"1ms\"}", "{\"batchTarget\":\"1s\"}"}) {
            http.post(SLOT, body);
            assertThat(bills.submit(" call ").get(1, TimeUnit.MINUTES)).isEqualTo(4);
        }
    }
}
