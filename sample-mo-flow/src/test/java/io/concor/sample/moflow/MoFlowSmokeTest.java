package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.Dashboard;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the gateway does over HTTP. */
class MoFlowSmokeTest extends MoFlowTest {

    private static final String FLOW = "mo-flow";
    private static final String ADDRESS = "update endpoint set address = ";
    private static final String RIGHT_ADDRESS = ADDRESS + "'/weather/1' where id = 6";

    @Autowired
    MeterRegistry meters;

    @Test
    void sendsEveryAcceptedMessageOnceToItsApplication() {
        List<String> texts = IntStream.range(0, 300).mapToObj(i -> "vote " + i).toList();

        assertThat(texts).allSatisfy(text -> {
            HttpResponse<String> answer = gateway.send("2222", text);
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(answer.body()).isEmpty();
        });

        await("300 messages sent").until(() -> APPLICATIONS.count() >= 300);
        assertThat(APPLICATIONS.texts()).containsExactlyInAnyOrderElementsOf(texts);
    }

    @Test
    void sharesMessagesOutEvenlyBetweenTheEnabledEndpoints() {
        IntStream.range(0, 40).forEach(i -> gateway.send("2222", "vote " + i));

        await("40 messages sent").until(() -> APPLICATIONS.count() == 40);
        assertThat(APPLICATIONS.received())
                .extracting(StubApplications.ReceivedMessage::path)
                .containsOnly("/votes/1", "/votes/2")
                .filteredOn("/votes/1"::equals)
                .hasSize(20);
    }

    @Test
    void sendsSubscriberShortCodeAndSessionToTheApplication() {
        gateway.send("4915112345678", "1111", "first");
        await("first message").until(() -> APPLICATIONS.count() == 1);
        gateway.send("4915112345678", "1111", "second \u00e4\u20ac\ud83d\ude00\n\"");
        await("second message").until(() -> APPLICATIONS.count() == 2);

        AtTranslator.AtBody first = APPLICATIONS.received().get(0).body();
        AtTranslator.AtBody second = APPLICATIONS.received().get(1).body();
        assertThat(first)
                .isEqualTo(new AtTranslator.AtBody(first.id(), "4915112345678", "1111", first.id(), 1, "first"));
        assertThat(second)
                .isEqualTo(new AtTranslator.AtBody(
                        second.id(), "4915112345678", "1111", first.id(), 2, "second \u00e4\u20ac\ud83d\ude00\n\""));
    }

    @Test
    void answers503WithRetryAfterWhenFull() {
        APPLICATIONS.holdAnswers();
        for (int i = 0; i < MAX_IN_FLIGHT; i++) {
            assertThat(gateway.send("1111", "news " + i).statusCode()).isEqualTo(202);
        }

        HttpResponse<String> refused = gateway.send("1111", "one too many");

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        APPLICATIONS.releaseAnswers();
        await("the end of all accepted").until(() -> gateway.inFlight() == 0);
        assertThat(APPLICATIONS.texts())
                .hasSize(MAX_IN_FLIGHT)
                .doesNotHaveDuplicates()
                .doesNotContain("one too many");
        assertThat(gateway.send("1111", "room again").statusCode()).isEqualTo(202);
    }

    @Test
    void handsAMessageWithAnUnknownShortCodeToTheErrorHandler() {
        double before = undeliverable();

        assertThat(gateway.send("9999", "hello?").statusCode()).isEqualTo(202);

        await("the error handler").until(() -> undeliverable() == before + 1);
        assertThat(APPLICATIONS.count()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 404, 429, 500, 503})
    void handsAMessageThatItsApplicationRefusesToTheErrorHandler(int status) {
        double before = undeliverable();
        APPLICATIONS.answerWith(status);

        gateway.send("1111", "refused");

        await("the error handler").until(() -> undeliverable() == before + 1);
        assertThat(APPLICATIONS.texts()).as("posted once, not again").containsExactly("refused");
    }

    @Test
    void asksTheDatabaseForEveryMessage(@Autowired JdbcTemplate database) {
        double before = undeliverable();
        try {
            database.update("update endpoint set address = ? where id = 6", APPLICATIONS.url() + "/elsewhere");
            gateway.send("3333", "rain?");
            await("a message to the full URL").until(() -> APPLICATIONS.count() == 1);

            database.update("update endpoint set enabled = false where id = 6");
            gateway.send("3333", "sun?");
            await("the error handler").until(() -> undeliverable() == before + 1);
        } finally {
            database.update("update endpoint set address = '/weather/1', enabled = true where id = 6");
        }
        assertThat(APPLICATIONS.received())
                .extracting(StubApplications.ReceivedMessage::path)
                .containsExactly("/elsewhere");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "alter table endpoint rename to away | alter table away rename to endpoint | cannot be read",
                ADDRESS + "'no address' where id = 6 | " + RIGHT_ADDRESS + " | whose address is no URL",
                ADDRESS + "'mailto:nobody' where id = 6 | " + RIGHT_ADDRESS + " | mailto:nobody could not be reached"
            })
    @ExtendWith(OutputCaptureExtension.class)
    void namesTheMessageThatHasNoEndpointAndCountsItByCause(
            String fault, String remedy, String reason, @Autowired JdbcTemplate database, CapturedOutput output) {
        double before = errors();
        double undeliverableBefore = undeliverable();
        try {
            database.execute(fault);
            gateway.send("3333", "rain?");
            await("the error handler").until(() -> errors() == before + 1);
        } finally {
            database.execute(remedy);
        }

        assertThat(output.getOut()).containsPattern("Not sent[.] .*: Message [0-9a-z]{8,}: .*" + reason);
        assertThat(undeliverable()).isEqualTo(undeliverableBefore);
    }

    @Test
    void answers413WhenTheBodyIsTooLarge() {
        HttpResponse<String> answer = gateway.send("1111", "x".repeat(20_000));

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(GatewayClient.json(answer).path("reason").stringValue()).contains("16384");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/xml", "text/html", "text/*"})
    void saysWhyInJsonWhateverTheClientWouldRatherRead(String accepted) {
        HttpResponse<String> answer = gateway.call(
                "POST",
                "/messages",
                BodyPublishers.ofString("{}"),
                "Content-Type",
                "application/json",
                "Accept",
                accepted);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(GatewayClient.json(answer).path("field").stringValue()).isEqualTo("msisdn");
    }

    @Test
    void answers415WhenTheBodyIsNotDeclaredAsJson() {
        assertThat(gateway.call("POST", "/messages", BodyPublishers.ofString("{}"), "Content-Type", "text/plain")
                        .statusCode())
                .isEqualTo(415);
    }

    @Test
    void answers400WithFieldAndReasonWhenTheMessageCannotBeRead() {
        HttpResponse<String> answer = gateway.send("+94 77", "1111", "hello");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(GatewayClient.json(answer).path("error").stringValue()).isEqualTo("Bad Request");
        assertThat(GatewayClient.json(answer).path("field").stringValue()).isEqualTo("msisdn");
        assertThat(GatewayClient.json(answer).path("reason").stringValue()).contains("7 to 15 digits");
        assertThat(gateway.inFlight()).isZero();
    }

    @Test
    void makesAndSeedsItsDatabase(@Autowired Flyway flyway, @Autowired EndpointRepository endpoints) {
        assertThat(flyway.info().pending()).isEmpty();
        assertThat(endpoints.findByApplicationNameAndEnabledTrueOrderById("votes"))
                .extracting(Endpoint::address)
                .containsExactly("/votes/1", "/votes/2");
    }

    @Test
    void showsTheErrorCountsToPrometheus() {
        gateway.send("9999", "hello?");

        await("the error count")
                .until(() -> gateway.get("/actuator/prometheus").body().contains("mo_flow_errors_total"));
    }

    private double errors() {
        return meters.find("mo.flow.errors").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private double undeliverable() {
        return meters.find("mo.flow.errors").tag("error", "UndeliverableException").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @Test
    void hasEveryMeterThatItsDashboardShows() throws IOException {
        Dashboard dashboard = Dashboard.read("grafana.json");

        assertThat(gateway.send("9999", "to nobody").statusCode()).isEqualTo(202);

        dashboard.isFilledBy(() -> gateway.get("/actuator/prometheus").body(), FLOW);
    }

    @Test
    void showsTheConnectionsOfNoOtherApplicationThatItsPrometheusScrapes() throws IOException {
        Dashboard.read("grafana.json").showsConnectionsOnlyOf(FLOW);
    }
}
