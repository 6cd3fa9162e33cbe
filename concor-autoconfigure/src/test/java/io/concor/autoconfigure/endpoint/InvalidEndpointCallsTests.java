package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.concor.Sampling;
import io.concor.SlotSetting;
import io.concor.layout.Layout;
import io.concor.manage.Manager;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
            "concor.limits.threads-per-slot=200"
        })
class InvalidEndpointCallsTests implements UnsupportedRequestContract {

    private static final String RESOLVER = "concorslots/orders/resolver";
    private static final String SAMPLING = "concorsampling/orders";

    @TempDir
    static Path presets;

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    private Http http;

    @DynamicPropertySource
    static void location(DynamicPropertyRegistry properties) {
        properties.add("concor.presets.location", presets::toString);
    }

    @Override
    public Http http() {
        return http;
    }

    @BeforeEach
    void client() {
        http = new Http(port);
    }

    static Stream<Arguments> invalidSettings() {
        return Stream.of(
                arguments(RESOLVER, "{\"threads\":\"abc\"}", "threads"),
                arguments(RESOLVER, "{\"threads\":[1,2]}", "threads"),
                arguments(RESOLVER, "{\"threads\":{\"a\":1}}", "threads"),
                arguments(RESOLVER, "{\"threads\":99999999999999999999}", "threads"),
                arguments(RESOLVER, "{\"threads\":1.5}", "threads"),
                arguments(RESOLVER, "{\"threads\":0}", "threads"),
                arguments(RESOLVER, "{\"threads\":-4}", "threads"),
                arguments(RESOLVER, "{\"threads\":5000}", "threads"),
                arguments(RESOLVER, "{\"threads\":\"\"}", "threads"),
                arguments(RESOLVER, "{\"threads\":\"\u0664\"}", "threads"),
                arguments(RESOLVER, "{\"threads\":\"1\uff12\"}", "threads"),
                arguments(RESOLVER, "{\"threads\":2,\"expectedVersion\":\"\u0661\"}", "expectedVersion"),
                arguments(RESOLVER, "{\"threads\":2,\"revertAfter\":\"\u0665m\"}", "revertAfter"),
                arguments(RESOLVER, "{\"threads\":2,\"revertAfter\":\"PT\u0665M\"}", "revertAfter"),
                arguments(RESOLVER, "{\"capacity\":1000}", "capacity"),
                arguments(RESOLVER, "{\"capacity\":0}", "capacity"),
                arguments(RESOLVER, "{\"capacity\":2097152}", "capacity"),
                arguments(RESOLVER, "{\"pool\":\"elastic\"}", "pool"),
                arguments(RESOLVER, "{\"pool\":\"\"}", "pool"),
                arguments(RESOLVER, "{\"pool\":\"none\",\"threads\":2}", "threads"),
                arguments(RESOLVER, "{\"wait\":\"sleeping\"}", "wait"),
                arguments(RESOLVER, "{\"keepAlive\":\"10s\"}", "keepAlive"),
                arguments(RESOLVER, "{\"pool\":\"cached\",\"keepAlive\":\"soon\"}", "keepAlive"),
                arguments(RESOLVER, "{\"pool\":\"cached\",\"keep-alive\":\"soon\"}", "keepAlive"),
                arguments(RESOLVER, "{\"pool\":\"cached\",\"keep-alive\":\"9s\",\"keepAlive\":\"9s\"}", "keepAlive"),
                arguments(RESOLVER, "{\"pool\":\"cached\",\"keep-Alive\":\"10s\"}", "keep-Alive"),
                arguments(RESOLVER, "{\"pool\":\"cached\",\"keepAlive\":\"0s\"}", "keepAlive"),
                arguments(RESOLVER, "{\"threads\":2,\"dryRun\":\"perhaps\"}", "dryRun"),
                arguments(RESOLVER, "{\"threads\":2,\"expectedVersion\":\"first\"}", "expectedVersion"),
                arguments(RESOLVER, "{\"threads\":2,\"revertAfter\":\"soon\"}", "revertAfter"),
                arguments(RESOLVER, "{\"threads\":2,\"revertAfter\":3600}", "revertAfter"),
                arguments(RESOLVER, "{\"threads\":2,\"revertAfter\":\"60000\"}", "revertAfter"),
                arguments(RESOLVER, "{\"pool\":\"cached\",\"keepAlive\":60000}", "keepAlive"),
                arguments(RESOLVER, "{\"threads\":2,\"revertAfter\":\"999ms\"}", "revertAfter"),
                arguments(RESOLVER, "{\"threads\":2,\"revertAfter\":\"PT25H\"}", "revertAfter"),
                arguments("concorchanges/orders", "{\"action\":\"keep\"}", "action"),
                arguments("concorchanges/orders", "{}", "action"),
                arguments("concorchanges/orders", "{\"action\":\"undo\",\"revertAfter\":\"5m\"}", "revertAfter"),
                arguments(RESOLVER, "{\"thread\":2}", "thread"),
                arguments(RESOLVER, "{\"threads\":2,\"flow\":\"payments\"}", "flow"),
                arguments(RESOLVER, "{\"threads\":2,\"slot\":\"logger\"}", "slot"),
                arguments(RESOLVER, "{\"threads\":2,\"reason\":\"%s\"}".formatted("x".repeat(501)), "reason"),
                arguments(RESOLVER, "{\"threads\":2,\"reason\":\"a\\u0007b\"}", "reason"),
                arguments(RESOLVER, "[1,2]", "body"),
                arguments(RESOLVER, "\"threads\"", "body"),
                arguments(RESOLVER, "{\"threads\":", "body"),
                arguments(RESOLVER, "threads=4", "body"),
                arguments("concorslots/orders/logger", "{\"threads\":4}", "pool"),
                arguments("concorslots/orders/logger", null, "pool"),
                arguments("concorslots/orders/logger", "{\"pool\":\"fixed\"}", "threads"),
                arguments("concorslots/orders/session", "{\"pool\":\"fixed\",\"threads\":2}", "pool"),
                arguments(RESOLVER, "{\"pool\":\"single\"}", "pool"),
                arguments(SAMPLING, "{\"enabled\":\"maybe\"}", "enabled"),
                arguments(SAMPLING, "{\"burst\":0}", "burst"),
                arguments(SAMPLING, "{\"burst\":129}", "burst"),
                arguments(SAMPLING, "{\"interval\":0}", "interval"),
                arguments(SAMPLING, "{\"interval\":\"often\"}", "interval"),
                arguments(SAMPLING, "{\"intervall\":64}", "intervall"),
                arguments("concorpresets/orders/.hidden", "{}", "preset"),
                arguments("concorpresets/orders/a%07b", "{}", "preset"),
                arguments("concorpresets/orders/" + "x".repeat(101), "{}", "preset"),
                arguments("concorpresets/orders/calm", "{\"reason\":\"%s\"}".formatted("x".repeat(501)), "reason"),
                arguments("concorpresets/orders/calm", "{\"reason\":\"one\\u2028two\"}", "reason"),
                arguments("concorpresets/orders/calm", "{\"reason\":\"\\u202egnihton\"}", "reason"),
                arguments("concorpresets/orders/calm", "{\"reason\":\"\\u061cgnihton\"}", "reason"),
                arguments("concorpresets/orders/calm", "{\"reason\":\"half \\ud83d\"}", "reason"),
                arguments(RESOLVER, "{\"threads\":2,\"threads\":3}", "threads"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "concorslots/ordres/resolver    | {\"threads\":2}      | 404 | There is no flow 'ordres' (did you mean 'orders'?); known: orders",
                "concorslots/orders/reslover    | {\"threads\":2}      | 404 | There is no slot 'reslover' (did you mean 'resolver'?); known: parser",
                "concorslots/orders/resolver    | {\"thread\":2}       | 400 | 'thread' is unknown to this write operation (did you mean 'threads'?)",
                "concorslots/orders/resolver    | {\"pool\":\"fixd\"} | 400 | 'fixd' is unknown (did you mean 'fixed'?)",
                "concorchanges/orders           | {\"action\":\"undu\"} | 400 | 'undu' is unknown (did you mean 'undo'?)",
                "concorpresets/orders/clam/apply | {}                  | 404 | There is no preset 'clam' (did you mean 'calm'?); known: calm",
                "concorpresets/orders/calm/aply | {}                   | 404 | There is no action 'aply' (did you mean 'apply'?); known: apply"
            })
    void suggestsTheNameThatWasProbablyMeant(String path, String body, int status, String reason) {
        http.post("concorpresets/orders/calm", "{}");

        Http.Answer answer = http.post(path, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.field("reason")).startsWith(reason);
        http.delete("concorpresets/orders/calm");
    }

    @Test
    void quotesNoMoreThanTheBeginningOfALongName() {
        String name = "resolver".repeat(500);

        Http.Answer answer = http.post("concorslots/orders/" + name, "{\"threads\":2}");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.field("reason"))
                .isEqualTo("There is no slot '%s...'; known: parser, session, resolver, logger, rescuer"
                        .formatted(name.substring(0, 100)));
    }

    static Stream<Arguments> everySettingOfASlot() {
        return SlotSetting.all().stream()
                .map(SlotDescriptor::field)
                .map(field -> arguments(RESOLVER, "{\"%s\":\"?\"}".formatted(field), field));
    }

    @ParameterizedTest
    @MethodSource({"invalidSettings", "everySettingOfASlot"})
    void refusesWhatItCannotReadAndChangesNothing(String path, @Nullable String body, String field) {
        Layout before = manager.flow("orders").layout();
        Sampling sampling = manager.flow("orders").sampling();

        Http.Answer answer = http.call("POST", path, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).as(answer.text()).isEqualTo(field);
        assertThat(answer.field("error")).isNotEmpty();
        assertThat(answer.field("reason")).isNotEmpty().hasSizeLessThan(300);
        assertThat(answer.field("allowed")).isNotEmpty();
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
        assertThat(manager.flow("orders").sampling()).isEqualTo(sampling);
        assertThat(manager.flow("orders").presets().names()).isEmpty();
    }

    @Test
    void reportsEveryRuleThatADryRunWouldBreak() {
        Http.Answer answer =
                http.post("concorslots/orders/session", "{\"pool\":\"fixed\",\"threads\":300,\"dryRun\":true}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("violations")).hasSize(2);
        assertThat(answer.at("/violations/0/field")).isEqualTo("pool").isEqualTo(answer.field("field"));
        assertThat(answer.at("/violations/0/slot")).isEqualTo("session");
        assertThat(answer.at("/violations/1/field")).isEqualTo("threads");
        assertThat(answer.at("/violations/1/reason"))
                .isEqualTo("the slot would have 300 threads, more than the limit threads-per-slot of 200");
        assertThat(answer.at("/violations/1/allowed")).isEqualTo("up to 200 in each slot");
    }

    @Test
    void refusesALimitThatIsNotANumber() {
        assertThat(http.get("concorchanges/orders?limit=few").field("field")).isEqualTo("limit");
        assertThat(http.get("concorchanges?limit=-1").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "901", "many", "99999999999999", ""})
    void refusesAHistoryOutOfBounds(String seconds) {
        Http.Answer answer = http.get("concorstats/orders/history?seconds=" + seconds);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("seconds");
        assertThat(answer.field("allowed")).isNotEmpty();
    }

    static Stream<Arguments> unknownNames() {
        return Stream.of(
                arguments("GET", "concor/payments", null),
                arguments("GET", "concorstats/payments", null),
                arguments("GET", "concorstats/payments/history", null),
                arguments("GET", "concorstats/orders/future", null),
                arguments("GET", "concorsampling/payments", null),
                arguments("POST", "concorsampling/payments", "{\"burst\":1}"),
                arguments("GET", "concorchanges/payments", null),
                arguments("POST", "concorchanges/payments", "{\"action\":\"undo\"}"),
                arguments("POST", "concorchanges/payments", "{\"action\":\"keep\"}"),
                arguments("GET", "concorslots/payments", null),
                arguments("GET", "concorslots/orders/payer", null),
                arguments("POST", "concorslots/orders/payer", "{\"pool\":\"single\"}"),
                arguments("POST", "concorslots/payments/resolver", "{\"pool\":\"single\"}"),
                arguments("DELETE", "concorslots/orders/payer", null),
                arguments("DELETE", "concorslots/payments/resolver", null),
                arguments("GET", "concorpresets/payments", null),
                arguments("GET", "concorpresets/orders/missing", null),
                arguments("POST", "concorpresets/payments/calm", "{}"),
                arguments("POST", "concorpresets/orders/missing/apply", "{}"),
                arguments("POST", "concorpresets/orders/missing/destroy", "{}"),
                arguments("DELETE", "concorpresets/orders/missing", null),
                arguments("GET", "concor/" + "x".repeat(3000), null),
                arguments("GET", "concor/a%07b", null));
    }

    @ParameterizedTest
    @MethodSource("unknownNames")
    void findsNothingUnderAnUnknownName(String method, String path, @Nullable String body) {
        Layout before = manager.flow("orders").layout();

        Http.Answer answer = http.call(method, path, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(404);
        assertThat(answer.field("error")).startsWith("unknown ");
        assertThat(answer.field("reason")).isNotEmpty().hasSizeLessThan(300).doesNotContainPattern("\\p{Cntrl}");
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
        assertThat(manager.flow("orders").presets().names()).isEmpty();
    }

    static Stream<Arguments> pathsThatLeadElsewhere() {
        return Stream.of(
                arguments("GET", "concorpresets/orders/..%2F..%2Fetc"),
                arguments("GET", "concorpresets/orders/%2e%2e"),
                arguments("DELETE", "concorpresets/orders/..%5C..%5Cetc"),
                arguments("DELETE", "concorpresets/%2e%2e/orders"));
    }

    @ParameterizedTest
    @MethodSource("pathsThatLeadElsewhere")
    void refusesPathsThatLeadElsewhere(String method, String path) {
        assertThat(http.call(method, path, null).status()).isBetween(400, 499);
    }

    @Test
    void refusesAChangeOfAnotherVersion() {
        Layout before = manager.flow("orders").layout();

        Http.Answer answer = http.post(RESOLVER, "{\"threads\":2,\"expectedVersion\":77}");

        assertThat(answer.status()).isEqualTo(409);
        JsonNode error = answer.json();
        assertThat(error.path("expected").asLong()).isEqualTo(77);
        assertThat(error.path("present").asLong()).isEqualTo(before.version());
        assertThat(error.path("reason").asString()).contains("orders");
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
    }

    @Test
    void refusesToRemoveTheJoinOfASingleThreadedTask() {
        Layout before = manager.flow("orders").layout();

        Http.Answer answer = http.delete("concorslots/orders/session");

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).isNotEmpty();
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"eight, a whole number from 1 to 4096", "99999999999, a whole number from 1 to 4096"})
    void givesTheBoundsOfANumberThatIsUnreadable(String threads, String allowed) {
        assertThat(http.post(RESOLVER, "{\"threads\":\"%s\"}".formatted(threads))
                        .field("allowed"))
                .isEqualTo(allowed);
    }
}
