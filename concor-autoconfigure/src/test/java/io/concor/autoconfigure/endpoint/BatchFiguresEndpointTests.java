package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.autopilot.AutopilotMode;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** What endpoints show of batches. */
@SpringBootTest(
        classes = BillingFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"management.endpoints.web.exposure.include=*", "management.endpoints.access.default=unrestricted"
        })
class BatchFiguresEndpointTests {

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    @Autowired
    private Autopilot autopilot;

    @Autowired
    private Flow<String, Integer> bills;

    private Http http;

    @BeforeEach
    void client() {
        http = new Http(port);
    }

    private void handle(int events) throws Exception {
        List<CompletableFuture<Integer>> results =
                IntStream.range(0, events).mapToObj(i -> bills.submit("call")).toList();
        for (CompletableFuture<Integer> result : results) {
            result.get(1, TimeUnit.MINUTES);
        }
    }

    private static JsonNode writer(Http.Answer statistics) {
        return statistics
                .json()
                .at("/sinceStart/slots")
                .valueStream()
                .filter(slot -> slot.path("name").asString().equals("writer"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void statisticsHaveTheBatchesOfBatchComponentsOnly() throws Exception {
        handle(100);

        JsonNode batches = await().until(
                        () -> writer(http.get("concorstats/bills")).path("batches"),
                        seen -> seen.path("count").asInt() > 0);
        assertThat(batches.path("limit").asInt()).isEqualTo(500);
        assertThat(batches.path("meanSize").asDouble()).isBetween(1.0, 100.0);
        assertThat(batches.path("maxSize").asInt()).isBetween(1, 100);
        assertThat(batches.at("/call/samples").asLong())
                .isEqualTo(batches.path("count").asLong());
        assertThat(batches.path("meanMicrosPerEvent").asDouble()).isPositive();
        assertThat(http.get("concorstats/bills")
                        .json()
                        .at("/sinceStart/slots/0")
                        .has("batches"))
                .isFalse();
        assertThat(http.getText("concorstats/bills").text())
                .contains("batch limit  batch mean  batch max  call p50 [ms]  call p99 [ms]");
        assertThat(http.getText("concorstats/bills").text()).containsPattern("writer +batch .* 500 ");
    }

    @Test
    void decisionsAboutSizesAreShownWhileTheAutopilotIsOff() throws Exception {
        autopilot.settings("bills", present -> present.mode(AutopilotMode.OFF));
        assertThat(http.get("concorautopilot/bills").json().has("batchSizes")).isFalse();
        http.post("concorslots/bills/writer", "{\"batchTarget\":\"1s\"}");

        await().atMost(Duration.ofMinutes(1)).until(() -> {
            handle(1_000);
            return !manager.flow("bills").batchDecisions("writer").isEmpty();
        });

        Http.Answer answer = http.get("concorautopilot/bills");
        assertThat(answer.field("mode")).isEqualTo("off");
        assertThat(answer.at("/batchSizes/0/slot")).isEqualTo("writer");
        assertThat(answer.at("/batchSizes/0/reason")).isNotEmpty();
        assertThat(answer.json().at("/batchSizes/0/to").asInt()).isBetween(1, 500);
        assertThat(http.getText("concorautopilot/bills").text()).contains("writer: batches of up to ");
    }
}
