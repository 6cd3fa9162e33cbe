package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.SlotSetting;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.PredictionUnavailableException;
import io.concor.layout.Layout;
import io.concor.manage.Manager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Verdicts and predictions over Spring MVC; a subclass repeats the tests over Spring WebFlux. */
@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoint.concorslots.access=unrestricted",
            "management.endpoint.concorpresets.access=unrestricted",
            "management.endpoint.concorchanges.access=unrestricted",
            "concor.limits.threads-per-slot=64",
            "concor.sampling.burst=1",
            "concor.sampling.interval=1"
        })
class DiagnosisEndpointTests {

    private static final String WHAT_IF = "concordiagnosis/orders/whatif";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    static Path presets;

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    @Autowired
    private Flow<String, Integer> orders;

    private final Thread load = new Thread(this::send, "load");
    private Http http;

    @DynamicPropertySource
    static void location(DynamicPropertyRegistry properties) {
        properties.add("concor.presets.location", presets::toString);
    }

    @BeforeEach
    void client() {
        http = new Http(port);
    }

    @AfterEach
    void stop() throws InterruptedException {
        load.interrupt();
        load.join();
    }

    private void send() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                orders.apply("1");
                LockSupport.parkNanos(5_000_000);
            }
        } catch (RuntimeException interrupted) {
            // the test has ended
        }
    }

    private void startLoad() {
        load.start();
        await("a prediction of some seconds under load")
                .atMost(PATIENCE)
                .until(() ->
                        http.get(WHAT_IF).json().at("/now/throughputPerSecond").asDouble() > 20);
    }

    @Test
    void showsTheVerdictOfEachFlowAndOfOne() {
        load.start();
        await("a verdict")
                .atMost(PATIENCE)
                .until(() -> !http.get("concordiagnosis/orders").field("state").equals("unknown"));

        Http.Answer one = http.get("concordiagnosis/orders");
        assertThat(one.status()).isEqualTo(200);
        assertThat(one.field("flow")).isEqualTo("orders");
        assertThat(one.field("since")).startsWith("20").endsWith("Z");
        assertThat(one.field("summary")).endsWith(".");
        assertThat(one.json().path("evidence").isArray()).isTrue();
        assertThat(one.text()).doesNotContain("null");
        assertThat(http.get("concordiagnosis").at("/flows/0/flow")).isEqualTo("orders");
        assertThat(http.getText("concordiagnosis").text()).startsWith("flow    state");
        assertThat(http.getText("concordiagnosis/orders").text()).startsWith("flow orders: ");
    }

    /** Asks again while too little is known, as on a machine that lets no event end, or predictions take their time. */
    private Http.Answer prediction(String query) {
        return await("a prediction for " + query)
                .atMost(PATIENCE)
                .until(() -> http.get(WHAT_IF + query), answer -> answer.status() == 200);
    }

    @Test
    void predictsASlotAPresetAndAnotherRate() {
        assertThat(http.post("concorpresets/orders/calm", "{}").status()).isEqualTo(200);
        startLoad();
        Layout before = manager.flow("orders").layout();
        int changes = manager.flow("orders").history(1_000).size();

        Http.Answer slot = prediction("?slot=resolver&pool=fixed&threads=8&capacity=32&rate=50");
        assertThat(slot.field("flow")).isEqualTo("orders");
        assertThat(slot.json().at("/now/throughputPerSecond").asDouble()).isPositive();
        assertThat(slot.json().at("/now/p50Micros").asDouble()).isPositive();
        assertThat(slot.json().at("/predicted/throughputPerSecond").asDouble()).isBetween(25.0, 100.0);
        assertThat(slot.json().at("/predicted/p99Micros").asDouble()).isPositive();
        assertThat(slot.json().path("reasons")).isNotEmpty();

        assertThat(prediction("?preset=calm&rate=0.5").json().has("predicted")).isTrue();
        assertThat(prediction("?slot=resolver&keep-alive=5s&pool=cached").json().has("predicted"))
                .isTrue();
        assertThat(http.getText(WHAT_IF).text()).startsWith("flow orders\n\n ").contains("\nnow  ", "\npredicted  ");
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
        assertThat(manager.flow("orders").history(1_000)).hasSize(changes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "?slot=resolver&threads=x              | threads   | 'x' is not a whole number",
                "?slot=resolver&threads=0              | threads   | 0 for a fixed pool is out of bounds",
                "?slot=resolver&threads=65             | threads   | slot 'resolver': ",
                "?slot=resolver&pool=fixed&capacity=3  | capacity  | 3 is",
                "?slot=resolver&pool=heap              | pool      | 'heap' is unknown",
                "?slot=resolver&pool=single            | pool      | slot 'resolver': ",
                "?slot=session&pool=fixed&threads=2    | ``        | slot 'session': ",
                "?slot=resolver&pool=none&threads=2    | threads   | 2 does not apply to pool none",
                "?slot=resolver&keepAlive=5            | keepAlive | '5' has no unit",
                "?slot=logger&threads=2                | pool      | it is missing, and the slot is empty",
                "?slot=resolver&thread=8               | thread    | 'thread' is unknown to this read operation",
                "?slot=resolver&threads=8&threads=9    | threads   | it is present more than once",
                "?slot=resolver&threads=8&flow=other   | flow      | 'other' differs from the path",
                "?threads=8                            | slot      | it is missing",
                "?preset=calm&slot=resolver            | preset    | it is present together with settings of a slot",
                "?preset=calm&threads=8                | preset    | it is present together with settings of a slot",
                "?rate=                                | rate      | '' is not a number",
                "?rate=fast                            | rate      | 'fast' is not a number",
                "?rate=NaN                             | rate      | 'NaN' is not a number",
                "?rate=Infinity                        | rate      | 'Infinity' is not a number",
                "?rate=1e12                            | rate      | 1e12 is out of bounds",
                "?rate=0                               | rate      | 0 is out of bounds",
                "?rate=-5                              | rate      | -5 is out of bounds",
                "?rate=10000000.1                      | rate      | 10000000.1 is out of bounds"
            })
    void refusesWhatAChangeWouldRefuse(String query, @Nullable String field, String reason) {
        Http.Answer answer = http.get(WHAT_IF + query);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        if (field != null && !field.isEmpty()) {
            assertThat(answer.field("field")).isEqualTo(field);
        }
        assertThat(answer.field("reason")).startsWith(reason);
        assertThat(answer.field("allowed")).isNotEmpty();
        assertThat(answer.field("error")).isNotEmpty();
    }

    static Stream<String> unreadableSettings() {
        return SlotSetting.all().stream().map(setting -> "{\"%s\":\"wrong\"}".formatted(SlotDescriptor.field(setting)));
    }

    @ParameterizedTest
    @MethodSource("unreadableSettings")
    @ValueSource(
            strings = {
                "{\"pool\":\"single\"}",
                "{\"threads\":65}",
                "{\"threads\":0}",
                "{\"pool\":\"heap\"}",
                "{\"capacity\":5}"
            })
    void refusesASettingWithTheBodyOfARefusedChange(String change) {
        String query = change.replaceAll("[{}\"]", "").replace(':', '=');

        assertThat(http.get(WHAT_IF + "?slot=resolver&" + query))
                .isEqualTo(http.post("concorslots/orders/resolver", change));
    }

    @ParameterizedTest
    @CsvSource({
        "concordiagnosis/none, unknown flow",
        "concordiagnosis/none/whatif, unknown flow",
        "concordiagnosis/none/whatif?rate=5, unknown flow",
        "concordiagnosis/none/whatif?slot=resolver&threads=x, unknown flow",
        "concordiagnosis/none/whatif?preset=calm, unknown flow",
        "concordiagnosis/orders/whatif?slot=none&threads=2, unknown slot",
        "concordiagnosis/orders/whatif?preset=none, unknown preset",
        "concordiagnosis/orders/why, unknown question"
    })
    void findsNothingUnderAnUnknownName(String path, String error) {
        Http.Answer answer = http.get(path);

        assertThat(answer.status()).as(answer.text()).isEqualTo(404);
        assertThat(answer.field("error")).isEqualTo(error);
        assertThat(http.getText(path).status()).isEqualTo(404);
    }

    @Test
    void predictsDuringATrial() {
        startLoad();
        assertThat(http.post("concorslots/orders/resolver", "{\"threads\":5,\"revertAfter\":\"1h\"}")
                        .status())
                .isEqualTo(200);
        try {
            await("a second with the new layout")
                    .atMost(PATIENCE)
                    .until(() -> http.get(WHAT_IF + "?slot=resolver&threads=6").status() == 200);
            assertThat(manager.flow("orders").topology().trial()).isNotNull();
        } finally {
            http.post("concorchanges/orders", "{\"action\":\"undo\"}");
        }
    }

    @Test
    void answersWithinSecondsWhileAnotherPredictionTakesLong(@Autowired Diagnosis diagnosis) throws Exception {
        startLoad();
        LongRequest longRequest = new LongRequest();
        Thread other = new Thread(() -> await("a prediction that the load of the machine permits")
                .pollInSameThread()
                .atMost(PATIENCE)
                .ignoreException(PredictionUnavailableException.class)
                .until(() -> diagnosis.whatIf("orders", longRequest, OptionalDouble.of(70)) != null));
        other.start();
        try {
            assertThat(longRequest.begun.await(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();

            Http.Answer answer = await("an answer that the load of the machine permits")
                    .atMost(PATIENCE)
                    .until(() -> http.get(WHAT_IF + "?rate=71"), one -> one.status() != 409 && one.status() != 429);

            assertThat(answer.status()).as(answer.text()).isEqualTo(503);
            assertThat(answer.field("error")).isEqualTo("busy");
            assertThat(answer.field("reason"))
                    .startsWith("flow 'orders': no prediction within 1s")
                    .endsWith("seconds");
        } finally {
            longRequest.end.countDown();
            other.join();
        }
        await("a prediction after the long one")
                .atMost(PATIENCE)
                .until(() -> http.get(WHAT_IF).status() == 200);
    }

    @Test
    @DirtiesContext // the budget is used up
    @Tag("full")
    void refusesACallerWhoAsksTooManyQuestions() {
        startLoad();
        AtomicInteger rate = new AtomicInteger(100);

        String answer = await("the end of the budget")
                .atMost(Duration.ofSeconds(60))
                .until(() -> predictionFor(rate.incrementAndGet()), one -> one.startsWith("HTTP/1.1 429 "));

        assertThat(answer)
                .containsIgnoringCase("\r\nRetry-After: 5\r\n")
                .contains(
                        "\"error\":\"too many requests\"",
                        "\"reason\":\"flow 'orders': no prediction, because this caller has used up the budget");
    }

    private String predictionFor(int rate) {
        return RawHttp.exchange(
                port,
                "GET /actuator/" + WHAT_IF + "?rate=" + rate
                        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    /** Changed slots that the prediction waits for. */
    private static final class LongRequest extends HashMap<String, Optional<JoinSettings>> {

        private static final long serialVersionUID = 1L;

        private final transient CountDownLatch begun = new CountDownLatch(1);
        private final transient CountDownLatch end = new CountDownLatch(1);

        @Override
        public boolean containsKey(Object slot) {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            return super.containsKey(slot);
        }
    }

    @Test
    void changesNothing() {
        assertThat(http.post(WHAT_IF, "{\"slot\":\"resolver\",\"threads\":8}").status())
                .isEqualTo(405);
        assertThat(http.delete("concordiagnosis/orders").status()).isEqualTo(405);
    }
}
