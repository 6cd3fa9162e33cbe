package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.concor.Sampling;
import io.concor.layout.Layout;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.context.TestPropertySource;

/** Where a request may carry its parameters, and which names it may use. */
@TestPropertySource(properties = "management.endpoints.access.default=unrestricted")
class RequestParametersTests extends OrderEndpointsFixture {

    private static final String RESOLVER = "concorslots/orders/resolver";
    private static final String SAMPLING = "concorsampling/orders";

    @ParameterizedTest
    @ValueSource(strings = {"{\"dryRun\":true,\"revertAfter\":\"5s\"}", "{\"dryRun\":false}"})
    void refusesADeleteWithABody(String body) {
        Layout before = manager.flow("orders").layout();

        Http.Answer answer = http.call("DELETE", RESOLVER, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("dryRun");
        assertThat(answer.field("reason")).isEqualTo("it is in the body of a DELETE, which is not read");
        assertThat(answer.field("allowed")).contains("?dryRun=true");
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dryRun=true", "{dryRun:true}", "[\"dryRun\"]", "\"dryRun\"", "{} [\"dryRun\"]", "null"})
    void refusesADeleteWithABodyOfAnotherType(String body) {
        Layout before = manager.flow("orders").layout();

        Http.Answer answer = http.call("DELETE", RESOLVER, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("body");
        assertThat(answer.field("allowed")).contains("?dryRun=true");
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", " { } "})
    void acceptsADeleteWithAnEmptyBody(String body) {
        assertThat(http.call("DELETE", "concorslots/orders/logger?dryRun=true", body)
                        .status())
                .isEqualTo(200);
    }

    static Stream<Arguments> whatIsSaidTwice() {
        return Stream.of(
                arguments("POST", RESOLVER + "?dryRun=true", "{\"threads\":2,\"dryRun\":false}", "dryRun"),
                arguments("POST", RESOLVER + "?reason=why", "{\"threads\":2,\"reason\":\"why\"}", "reason"),
                arguments("POST", RESOLVER + "?threads=2", "{\"threads\":[2]}", "threads"),
                arguments("POST", RESOLVER + "?dry%52un=true", "{\"threads\":2,\"\\u0064ryRun\":true}", "dryRun"),
                arguments("DELETE", RESOLVER + "?dryRun=true", "{\"dryRun\":false}", "dryRun"),
                arguments("POST", RESOLVER + "?reason=one&reason=two", "{\"threads\":2}", "reason"),
                arguments("DELETE", RESOLVER + "?reason=same&reason=same", null, "reason"),
                arguments("POST", SAMPLING + "?burst=1&burst=2", null, "burst"),
                arguments("GET", "concorchanges?limit=1&limit=1", null, "limit"));
    }

    @ParameterizedTest
    @MethodSource("whatIsSaidTwice")
    void refusesRepeatedNames(String method, String path, @Nullable String body, String field) {
        Layout before = manager.flow("orders").layout();
        Sampling sampling = manager.flow("orders").sampling();

        Http.Answer answer = http.call(method, path, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo(field);
        assertThat(answer.field("reason"))
                .isIn("it occurs in the query and in the body", "it is present more than once");
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
        assertThat(manager.flow("orders").sampling()).isEqualTo(sampling);
    }

    @Test
    void mergesTheQueryAndTheBody() {
        Layout before = manager.flow("orders").layout();

        Http.Answer answer = http.post(RESOLVER + "?dryRun=true", "{\"threads\":2}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.at("/newSettings/threads")).isEqualTo("2");
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, concorslots/orders/resolver, 'attempts, batch, batchErrors, batchTarget, capacity, dryRun, expectedVersion, keepAlive, linger, pool, queue, reason, revertAfter, threads, wait'",
        "DELETE, concorslots/orders/resolver, 'dryRun, expectedVersion, reason, revertAfter'",
        "POST, concorchanges/orders, 'action, expectedVersion, reason'",
        "POST, concorpresets/orders/calm, reason",
        "DELETE, concorpresets/orders/calm, reason"
    })
    void listsTheParametersIfAKeyIsUnknown(String method, String path, String allowed) {
        Http.Answer answer = http.call(method, path + "?thread=2", null);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("thread");
        assertThat(answer.field("allowed")).isEqualTo(allowed);
    }

    @Test
    void refusesUnknownQueryParametersOfADelete() {
        Http.Answer answer = http.delete(RESOLVER + "?dryrun=true");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("dryrun");
        assertThat(manager.flow("orders").slot("resolver").settings()).isNotNull();
    }
}
