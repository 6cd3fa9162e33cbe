package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.autoconfigure.endpoint.Http;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
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
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Dead letters of slots in memory over HTTP. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
            "management.endpoint.health.show-details=always",
            "concor.queues.show-messages=true",
            "concor.flows.orders.tasks=check,book",
            "concor.flows.orders.dead-letters=store"
        })
@DirtiesContext
@Timeout(120)
class MemoryLettersEndpointTests {

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

        volatile boolean failing = true;

        @Bean
        SimpleTask<String, String> check() {
            return text -> text + " checked";
        }

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

    @BeforeEach
    void threeLetters() {
        application.failing = true;
        for (int i = 0; i < 3; i++) {
            orders.apply("order " + i);
        }
        awaitFigure(QUEUE, "dead", 3);
    }

    private Http http() {
        return new Http(port);
    }

    private void awaitFigure(String queue, String name, int value) {
        await(name).atMost(Duration.ofSeconds(30)).until(() -> {
            Http.Answer answer = http().get(queue);
            return answer.status() == 200 && answer.json().at("/" + name).asInt() == value;
        });
    }

    private int act(String body) {
        return http().post(QUEUE, body).json().at("/affected").asInt();
    }

    @Test
    void areListedReadRequeuedAndDeleted() {
        assertThat(http().get(QUEUE).json().at("/depth").asInt()).isZero();
        assertThat(http().get(QUEUE).field("store")).isEqualTo("sqlite");
        assertThat(http().get("health").at("/components/concorQueues/details/open"))
                .isEqualTo("true");
        Http.Answer page = http().get(QUEUE + "/dead?limit=2");
        assertThat(page.json().at("/dead").size()).isEqualTo(2);
        assertThat(page.at("/dead/0/component")).isEqualTo("book");
        assertThat(page.at("/dead/0/message")).isEqualTo("\"order 0\"");
        assertThat(page.at("/dead/0/attempts")).isEqualTo("1");
        assertThat(page.at("/dead/0/holds")).isEqualTo("false");

        assertThat(act("{\"action\":\"delete\",\"olderThan\":\"1h\"}")).isZero();
        assertThat(act("{\"action\":\"delete\",\"id\":\"" + page.at("/dead/0/id") + "\"}"))
                .isEqualTo(1);
        assertThat(act("{\"action\":\"requeue\",\"number\":" + page.at("/dead/1/number") + "}"))
                .isEqualTo(1);
        awaitFigure("concorqueues/orders.check", "depth", 0);
        awaitFigure(QUEUE, "dead", 2);
        application.failing = false;
        assertThat(act("{\"action\":\"requeue\",\"error\":\"IllegalStateException\"}"))
                .isEqualTo(2);
        awaitFigure("concorqueues/orders.check", "depth", 0);
        assertThat(http().get(QUEUE).json().at("/dead").asInt()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"action\":\"requeue\",\"id\":\" \"}         | it is blank",
                "{\"action\":\"requeue\",\"error\":\"a\\nb\"}  | control characters",
                "{\"action\":\"requeue\",\"olderThan\":\"1\"}  | has no unit",
                "{\"action\":\"purge\",\"error\":\"x\"}        | purge concerns the whole queue",
                "{\"action\":\"enter\"}                        | 'enter' is unknown"
            })
    void badActionsAreRefusedAndChangeNothing(String body, String reason) {
        Http.Answer answer = http().post(QUEUE, body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains(reason);
        assertThat(http().get(QUEUE).json().at("/dead").asInt()).isEqualTo(3);
        act("{\"action\":\"purge\"}");
    }

    @Test
    void arePurged() {
        assertThat(act("{\"action\":\"purge\"}")).isEqualTo(3);
        assertThat(http().get(QUEUE).json().at("/dead").asInt()).isZero();
    }
}
