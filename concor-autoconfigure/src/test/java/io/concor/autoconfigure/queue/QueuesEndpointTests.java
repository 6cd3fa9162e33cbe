package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Delivery;
import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.autoconfigure.endpoint.Http;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Queues over HTTP. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
            "concor.queues.show-messages=true",
            "concor.flows.orders.tasks=book",
            "concor.flows.orders.slots.book.pool=fixed",
            "concor.flows.orders.slots.book.threads=2",
            "concor.flows.orders.slots.book.queue=durable"
        })
@DirtiesContext
@Timeout(120)
class QueuesEndpointTests {

    private static final String QUEUE = "concorqueues/orders.book";

    @TempDir
    static Path folder;

    @LocalServerPort
    private int port;

    @Autowired
    private Flow<String, String> orders;

    @Autowired
    private Application application;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        volatile boolean failing;

        @Bean
        SimpleTask<String, String> book() {
            return text -> {
                if (failing) {
                    throw new IllegalStateException("closed today");
                }
                return text;
            };
        }
    }

    @DynamicPropertySource
    static void locations(DynamicPropertyRegistry properties) {
        properties.add(
                "concor.queues.location", () -> folder.resolve("queues.db").toString());
    }

    private Http http() {
        return new Http(port);
    }

    private int figure(String name) {
        return http().get(QUEUE).json().at("/" + name).asInt();
    }

    private void awaitFigure(String name, int value) {
        await().atMost(Duration.ofSeconds(30)).until(() -> figure(name) == value);
    }

    private Http.Answer act(String body) {
        return http().post(QUEUE, body);
    }

    @Test
    void aPausedQueueKeepsItsEventsUntilItIsResumedOrPurged() throws Exception {
        assertThat(act("{\"action\":\"pause\",\"reason\":\"stocktaking\"}").status())
                .isEqualTo(200);
        for (int i = 0; i < 5; i++) {
            orders.accept("order " + i).get(30, TimeUnit.SECONDS);
        }
        assertThat(figure("depth")).isEqualTo(5);
        assertThat(figure("inWork")).isZero();
        await("the second of the puts is over")
                .atMost(Duration.ofSeconds(30))
                .until(() -> http().get(QUEUE).json().at("/ratePutPerSecond").asDouble() > 0);
        assertThat(http().get(QUEUE).json().at("/rateTakenPerSecond").isNumber())
                .isTrue();
        assertThat(http().get(QUEUE).field("paused")).isEqualTo("true");
        assertThat(http().get("concorqueues").at("/queues/0/queue")).isEqualTo("orders.book");
        assertThat(http().get("concorqueues").at("/queues/0/store")).isEqualTo("sqlite");
        assertThat(http().getText("concorqueues").text()).contains("queue", "depth", "orders.book");

        assertThat(act("{\"action\":\"purge\"}").json().at("/affected").asInt()).isEqualTo(5);
        assertThat(figure("depth")).isZero();

        orders.accept("one more").get(30, TimeUnit.SECONDS);
        act("{\"action\":\"resume\"}");
        awaitFigure("depth", 0);
    }

    @Test
    void deadLettersAreReadInPagesRequeuedAndDeleted() throws Exception {
        application.failing = true;
        for (int i = 0; i < 3; i++) {
            orders.accept("dead " + i).get(30, TimeUnit.SECONDS);
        }
        awaitFigure("dead", 3);

        Http.Answer first = http().get(QUEUE + "/dead?limit=2");
        assertThat(first.json().at("/dead").size()).isEqualTo(2);
        assertThat(first.at("/dead/0/error")).isEqualTo("java.lang.IllegalStateException");
        assertThat(first.at("/dead/0/component")).isEqualTo("book");
        assertThat(first.at("/dead/0/message")).contains("dead ");
        Http.Answer second = http().get(QUEUE + "/dead?limit=2&after=" + first.at("/next"));
        assertThat(second.json().at("/dead").size()).isEqualTo(1);
        assertThat(second.json().at("/next").isMissingNode()).isTrue();
        assertThat(http().getText(QUEUE + "/dead").text()).contains("closed today", "IllegalStateException");

        assertThat(act("{\"action\":\"delete\",\"id\":\"" + first.at("/dead/0/id") + "\"}")
                        .json()
                        .at("/affected")
                        .asInt())
                .isEqualTo(1);
        assertThat(act("{\"action\":\"delete\",\"olderThan\":\"1h\"}")
                        .json()
                        .at("/affected")
                        .asInt())
                .isZero();
        application.failing = false;
        assertThat(act("{\"action\":\"requeue\",\"error\":\"IllegalStateException\"}")
                        .json()
                        .at("/affected")
                        .asInt())
                .isEqualTo(2);
        awaitFigure("dead", 0);
        awaitFigure("depth", 0);
    }

    private int affected(String body) {
        return act(body).json().at("/affected").asInt();
    }

    private void fail(Delivery delivery, int dead) throws Exception {
        application.failing = true;
        orders.accept("dead", delivery).get(30, TimeUnit.SECONDS);
        awaitFigure("dead", dead);
    }

    @Test
    void anIdIsNotTheNumberOfAnotherDeadLetter() throws Exception {
        fail(Delivery.id("the first"), 1);
        String first = http().get(QUEUE + "/dead").at("/dead/0/number");
        fail(Delivery.id(first), 2);
        String second = http().get(QUEUE + "/dead").at("/dead/1/number");

        assertThat(affected("{\"action\":\"delete\",\"id\":\"" + first + "\"}")).isEqualTo(1);
        assertThat(http().get(QUEUE + "/dead").at("/dead/0/id")).isEqualTo("the first");

        Http.Answer gone = act("{\"action\":\"delete\",\"id\":\"" + first + "\"}");
        assertThat(gone.status()).isEqualTo(404);
        assertThat(gone.text()).contains("There is no dead letter '" + first + "'; it was requeued or deleted");
        assertThat(act("{\"action\":\"requeue\",\"number\":" + second + "}").status())
                .isEqualTo(404);
        assertThat(affected("{\"action\":\"delete\",\"number\":" + first + "}")).isEqualTo(1);
    }

    @Test
    void anIdOfSeveralDeadLettersIsRefused() throws Exception {
        fail(Delivery.delayed(Duration.ZERO), 1);
        fail(Delivery.delayed(Duration.ZERO), 2);
        new JdbcTemplate(new DriverManagerDataSource("jdbc:sqlite:" + folder.resolve("queues.db")))
                .update("update concor_dead set event_id = 'put twice'");
        String first = http().get(QUEUE + "/dead").at("/dead/0/number");

        Http.Answer refused = act("{\"action\":\"delete\",\"id\":\"put twice\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("the dead letters [" + first + ", ", "number, with one of these");
        assertThat(affected("{\"action\":\"delete\",\"number\":" + first + "}")).isEqualTo(1);
        assertThat(affected("{\"action\":\"delete\",\"id\":\"put twice\"}")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                          | it is missing",
                "{\"action\":\"prune\"}                      | 'prune' is unknown",
                "{\"action\":\"purge\",\"id\":\"1\"}         | purge concerns the whole queue",
                "{\"action\":\"delete\",\"id\":\" \"}        | it is blank",
                "{\"action\":\"delete\",\"olderThan\":\"5\"} | has no unit",
                "{\"action\":\"delete\",\"olderThan\":\"-5s\"} | -5s",
                "{\"action\":\"delete\",\"olderThan\":\"PT9223372036854775807S\"} | 0s to 36500d",
                "{\"action\":\"delete\",\"number\":\"one\"} | not a whole number",
                "{\"action\":\"delete\",\"number\":0}     | 1 or more",
                "{\"action\":\"delete\",\"id\":\"5\",\"number\":5} | id chooses a dead letter already",
                "{\"action\":\"delete\",\"ids\":\"5\"}       | ids"
            })
    void badActionsAreRefused(String body, String reason) {
        Http.Answer answer = act(body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "concorqueues/orders.boot, 404, known: orders.book",
        "concorqueues/orders.book/live, 404, dead",
        "concorqueues/orders.book/dead?limit=0, 400, 1 to 500",
        "concorqueues/orders.book/dead?limit=501, 400, 1 to 500",
        "concorqueues/orders.book/dead?limit=all, 400, limit",
        "concorqueues/orders.book/dead?after=-1, 400, 0 or more"
    })
    void badReadsAreRefused(String path, int status, String reason) {
        Http.Answer answer = http().get(path);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text()).contains(reason);
    }
}
