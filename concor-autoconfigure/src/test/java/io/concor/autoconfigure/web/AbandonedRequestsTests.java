package io.concor.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.manage.Manager;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The event of a client that no longer waits ends early. */
@Timeout(60)
class AbandonedRequestsTests {

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Controller.class)
    static class Application {

        @Bean
        Flow<String, String> endless() {
            return Flows.<String>create("endless")
                    .bind((String name, Continuation<String> never) -> {}, "greeter")
                    .timeout(Duration.ofDays(1))
                    .build();
        }
    }

    @RestController
    static class Controller {

        private final Flow<String, String> endless;

        Controller(Flow<String, String> endless) {
            this.endless = endless;
        }

        @GetMapping("/future")
        CompletableFuture<String> future() {
            return endless.trySubmit("World");
        }

        @GetMapping("/derived")
        CompletableFuture<String> derived() {
            return endless.trySubmit("World").thenApply(String::strip).exceptionally(Throwable::getMessage);
        }

        @GetMapping("/mono")
        Mono<String> mono() {
            return Mono.fromFuture(endless.trySubmit("World"));
        }
    }

    private static ConfigurableApplicationContext start(String type, String... properties) {
        return new SpringApplicationBuilder(Application.class)
                .properties(
                        "spring.main.web-application-type=" + type,
                        "server.port=0",
                        "spring.lifecycle.timeout-per-shutdown-phase=1s")
                .run(properties);
    }

    private static Socket request(ConfigurableApplicationContext context, String path) throws IOException {
        Socket client =
                new Socket("localhost", context.getEnvironment().getRequiredProperty("local.server.port", int.class));
        client.getOutputStream()
                .write("GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        .formatted(path)
                        .getBytes(StandardCharsets.US_ASCII));
        return client;
    }

    private static void awaitInside(Manager manager, long events) {
        await("events inside").until(() -> manager.flow("endless").summary().inFlight() == events);
    }

    @ParameterizedTest
    @CsvSource({"/future", "/derived", "/mono"})
    void endsWhenTheTimeOfSpringMvcHasPassed(String path) throws Exception {
        try (ConfigurableApplicationContext context = start("servlet", "--spring.mvc.async.request-timeout=100ms");
                Socket client = request(context, path)) {
            byte[] status = client.getInputStream().readNBytes(12);

            assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 503");
            Manager manager = context.getBean(Manager.class);
            awaitInside(manager, 0);
            assertThat(manager.flow("endless").summary().cancelled()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/future", "/derived", "/mono"})
    @Tag("full")
    void endsWhenAClientOfSpringWebFluxDisconnects(String path) throws Exception {
        try (ConfigurableApplicationContext context = start("reactive")) {
            Manager manager = context.getBean(Manager.class);
            try (Socket client = request(context, path)) {
                assertThat(client.isConnected()).isTrue();
                awaitInside(manager, 1);
            }
            awaitInside(manager, 0);
            assertThat(manager.flow("endless").summary().cancelled()).isEqualTo(1);
        }
    }
}
