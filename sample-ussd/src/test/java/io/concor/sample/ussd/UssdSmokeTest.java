package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.sample.Dashboard;
import io.concor.test.FlowTester;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** What the server does over HTTP, with an operator that the test controls. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "ussd.receiver.enabled=false",
            "ussd.replies.response-timeout=20s",
            "ussd.max-in-flight=" + UssdSmokeTest.MAX_IN_FLIGHT,
            "concor.presets.location=../presets",
            "concor.checks.leaks=fail",
            "logging.level.ussd.trans=off"
        })
class UssdSmokeTest {

    static final int MAX_IN_FLIGHT = 64;
    static final StubOperator OPERATOR = new StubOperator();

    private static final String PRESETS = "/actuator/concorpresets/ussd";
    private static final AtomicInteger SESSIONS = new AtomicInteger();

    private final String session = "session-" + SESSIONS.incrementAndGet();
    UssdClient server = new UssdClient(0);

    @Autowired
    MeterRegistry meters;

    @DynamicPropertySource
    static void operator(DynamicPropertyRegistry properties) {
        properties.add("ussd.replies.url", OPERATOR::url);
    }

    @BeforeEach
    void startAnew(@LocalServerPort int port) {
        server = new UssdClient(port);
        OPERATOR.reset();
    }

    @AfterEach
    void everyRequestEndsAndNoReferenceLeaks(@Autowired Flow<?, ?> flow) {
        OPERATOR.releaseAnswers();
        try (FlowTester tester = FlowTester.of(flow)) {
            assertThat(tester.awaitIdle()).hasNoLeaks();
        }
    }

    @Test
    void beginsWithTheMainMenuOfTheServiceThatWasDialled() {
        ReplySender.ReplyBody reply = page("*100#");

        assertThat(reply.text()).isEqualTo("Your account\n1 Balance\n2 Recharge\n3 Offers");
        assertThat(reply.end()).isFalse();
        assertThat(reply.sessionId()).isEqualTo(session);
        assertThat(reply.msisdn()).isEqualTo("94771234567");
    }

    @Test
    void followsTheAnswersToAFinalPage() {
        page("*100#");
        assertThat(page("2").text()).startsWith("Recharge by\n1 50\n").endsWith("\n0 Back\n00 Main menu");

        ReplySender.ReplyBody last = page(" 3 ");

        assertThat(last.text()).startsWith("Thank you.");
        assertThat(last.end()).isTrue();
    }

    @Test
    void staysInTheMenuWithTheDefaultTextWhenTheChoiceIsUnknown() {
        page("*111#");
        ReplySender.ReplyBody reply = page("7");

        assertThat(reply.text()).isEqualTo("Please answer with one of these numbers.\nOffers\n1 Data\n2 Voice");
        assertThat(reply.end()).isFalse();
        assertThat(page("1").text()).startsWith("Data\n1 1 GB");
    }

    @Test
    void leadsBackAndToTheMainMenu() {
        page("*100#");
        page("3");
        page("1");

        assertThat(page("0").text()).startsWith("Offers\n");
        page("2");
        assertThat(page("00").text()).startsWith("Your account\n");
    }

    @Test
    void endsTheSessionOfAServiceThatIsNotKnown() {
        ReplySender.ReplyBody reply = page("*999#");

        assertThat(reply.text()).startsWith("This service is not known.");
        assertThat(reply.end()).isTrue();
    }

    @Test
    void answersEveryAcceptedRequestOnce() {
        List<String> sessions =
                IntStream.range(0, 300).mapToObj(i -> session + "-" + i).toList();

        assertThat(sessions).allSatisfy(each -> {
            HttpResponse<String> answer = await("room")
                    .pollDelay(Duration.ZERO)
                    .until(() -> server.send(each, "*100#"), sent -> sent.statusCode() != 503);
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(answer.body()).isEmpty();
        });

        await("300 replies").until(() -> OPERATOR.count() >= 300);
        assertThat(OPERATOR.sessions()).containsExactlyInAnyOrderElementsOf(sessions);
    }

    @Test
    void answers503WithRetryAfterWhenFull() {
        OPERATOR.holdAnswers();
        for (int i = 0; i < MAX_IN_FLIGHT; i++) {
            assertThat(server.send(session + "-" + i, "*100#").statusCode()).isEqualTo(202);
        }

        HttpResponse<String> refused = server.send("one-too-many", "*100#");

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        OPERATOR.releaseAnswers();
        await("room again").until(() -> server.send("another", "*100#").statusCode() == 202);
        await("all replies").until(() -> OPERATOR.count() > MAX_IN_FLIGHT);
        assertThat(OPERATOR.sessions())
                .hasSize(MAX_IN_FLIGHT + 1)
                .doesNotHaveDuplicates()
                .contains("another")
                .doesNotContain("one-too-many");
    }

    @ParameterizedTest
    @ValueSource(ints = {302, 404, 500, 503})
    void reportsAReplyThatTheOperatorRefuses(int status) {
        double before = errors();
        OPERATOR.answerWith(status);

        server.send(session, "*100#");

        await("the error").until(() -> errors() == before + 1);
        assertThat(OPERATOR.sessions()).as("posted once, not again").containsExactly(session);
    }

    @Test
    void takesNoAddressOutOfARequest() {
        HttpResponse<String> answer = server.post(
                "/ussd",
                "{\"sessionId\":\"1\",\"msisdn\":\"94771234567\",\"text\":\"*100#\",\"replyUrl\":\"http://127.0.0.1/\"}");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(UssdClient.json(answer).path("reason").stringValue()).contains("and nothing else");
    }

    @Test
    void saysWhyARequestIsNotTaken() {
        assertThat(server.send(session, "+94 77", "*100#"))
                .returns(400, HttpResponse::statusCode)
                .extracting(answer -> UssdClient.json(answer).path("field").stringValue())
                .isEqualTo("msisdn");
        assertThat(server.send(session, "x".repeat(5000)).statusCode()).isEqualTo(413);
        assertThat(server.call("POST", "/ussd", BodyPublishers.ofString("{}"), "Content-Type", "text/plain")
                        .statusCode())
                .isEqualTo(415);
    }

    private ReplySender.ReplyBody page(String text) {
        int before = OPERATOR.count();
        assertThat(server.send(session, text).statusCode()).isEqualTo(202);
        await("the reply").until(() -> OPERATOR.count() == before + 1);
        return OPERATOR.last();
    }

    private double errors() {
        return meters.find("ussd.errors").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parallel", "production"})
    void takesEachPresetOfTheRepositoryAsItsLayout(String preset) {
        assertThat(server.get(PRESETS).body()).contains("\"" + preset + "\"");
        assertThat(server.post(PRESETS + "/" + preset + "/apply", "{\"dryRun\":true}"))
                .returns(200, answer -> answer.statusCode());
    }

    @Test
    void refusesMoreThanOneThreadForTheSessions() {
        assertThat(server.post("/actuator/concorslots/ussd/session-manager", "{\"pool\":\"fixed\",\"threads\":4}"))
                .returns(400, answer -> answer.statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"grafana.json", "../docs/grafana.json"})
    void hasEveryMeterThatADashboardShows(String file) throws IOException {
        Dashboard dashboard = Dashboard.read(file);
        OPERATOR.answerWith(500);

        assertThat(server.send("dashboard", "*100#").statusCode()).isEqualTo(202);

        dashboard.isFilledBy(() -> server.get("/actuator/prometheus").body(), "ussd");
    }
}
