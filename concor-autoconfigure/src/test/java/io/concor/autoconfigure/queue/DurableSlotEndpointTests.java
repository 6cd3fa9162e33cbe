package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.autoconfigure.endpoint.Http;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
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

/** The setting {@code queue} over HTTP, in presets and in the topology. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
            "concor.flows.orders.tasks=check,book",
            "concor.flows.orders.slots.book.pool=fixed",
            "concor.flows.orders.slots.book.threads=2"
        })
@DirtiesContext
@Timeout(120)
class DurableSlotEndpointTests {

    private static final String SLOT = "concorslots/orders/book";

    @TempDir
    static Path folder;

    @LocalServerPort
    private int port;

    @Autowired
    private Flow<String, String> orders;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        SimpleTask<String, String> check() {
            return text -> text;
        }

        @Bean
        SimpleTask<String, String> book() {
            return text -> text;
        }
    }

    @DynamicPropertySource
    static void locations(DynamicPropertyRegistry properties) {
        properties.add(
                "concor.presets.location", () -> folder.resolve("presets").toString());
        properties.add(
                "concor.queues.location", () -> folder.resolve("queues.db").toString());
    }

    @Test
    void oneCallMakesASlotDurableAndBack() throws Exception {
        Http http = new Http(port);
        assertThat(http.get(SLOT).field("queue")).isEqualTo("memory");
        assertThat(http.get("concor/orders").at("/components/1/delivery")).isEmpty();

        assertThat(http.post(SLOT, "{\"queue\":\"durable\"}").status()).isEqualTo(200);
        orders.accept("one").get(30, TimeUnit.SECONDS);

        assertThat(folder.resolve("queues.db")).exists();
        assertThat(http.get(SLOT).field("queue")).isEqualTo("durable");
        assertThat(http.get("concor/orders").at("/components/1/slot/queue")).isEqualTo("durable");
        assertThat(http.get("concor/orders").at("/components/1/delivery")).isEqualTo("at-least-once");
        assertThat(http.getText("concor/orders").text()).contains("waits in", "durable", "delivery", "at-least-once");

        assertThat(http.post(SLOT, "{\"pool\":\"cached\",\"threads\":4}").status())
                .isEqualTo(200);
        assertThat(http.get(SLOT).field("queue")).isEqualTo("durable"); // another pool does not move events

        assertThat(http.post("concorpresets/orders/safe", "{}").status()).isEqualTo(200);
        assertThat(Files.readString(folder.resolve("presets/orders/safe.yml"))).contains("queue: durable");

        assertThat(http.post(SLOT, "{\"queue\":\"memory\"}").status()).isEqualTo(200);
        assertThat(http.get(SLOT).field("queue")).isEqualTo("memory");
        assertThat(http.post("concorpresets/orders/safe/apply", "{}").status()).isEqualTo(200);
        assertThat(http.get(SLOT).field("queue")).isEqualTo("durable");
    }

    @Test
    void anUnknownQueueIsRefusedWithTheAllowedOnes() {
        Http.Answer answer = new Http(port).post(SLOT, "{\"queue\":\"durabel\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("'durabel' is unknown (did you mean 'durable'?)");
        assertThat(answer.text()).contains("memory, durable, remote");
    }

    @Test
    void aQueueWithoutAStoreIsRefusedWithTheModuleToAdd() {
        Http.Answer answer = new Http(port).post(SLOT, "{\"queue\":\"remote\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("concor-kafka", "memory or durable");
    }
}
