package io.concor.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.SimpleTask;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** A flow that takes longer than the web server waits for a result by default. */
class AsyncTimeoutTests {

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Controller.class)
    static class Application {

        @Bean
        SimpleTask<String, String> task() {
            return name -> name;
        }

        @Bean
        Flow<String, String> slow() {
            return Flows.<String>create("slow")
                    .bind((String name, Continuation<String> never) -> {}, "greeter")
                    .timeout(Duration.ofMillis(1_500))
                    .build();
        }

        /** Instead of 30 s. */
        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> impatient() {
            return tomcat -> tomcat.addConnectorCustomizers(connector -> connector.setAsyncTimeout(100));
        }
    }

    @RestController
    static class Controller {

        private final Flow<String, String> slow;

        Controller(Flow<String, String> slow) {
            this.slow = slow;
        }

        @GetMapping("/slow")
        CompletableFuture<String> slow() {
            return slow.trySubmit("World");
        }
    }

    private static ServletWebServerApplicationContext start(String... properties) {
        return (ServletWebServerApplicationContext) new SpringApplicationBuilder(Application.class)
                .properties(
                        "spring.main.web-application-type=servlet",
                        "server.port=0",
                        "spring.lifecycle.timeout-per-shutdown-phase=1s")
                .run(properties);
    }

    private static int status(ServletWebServerApplicationContext context) throws Exception {
        URI uri = URI.create(String.format(
                Locale.ROOT, "http://localhost:%d/slow", context.getWebServer().getPort()));
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void isLongerThanThatOfTheFlow() throws Exception {
        try (ServletWebServerApplicationContext context = start()) {
            assertThat(status(context)).as("of an event that has timed out").isEqualTo(504);
        }
    }

    @Test
    void followsTheLongestConfiguredTimeout() {
        try (ServletWebServerApplicationContext context = start(
                "--concor.flows.long.timeout=100s",
                "--concor.flows.long.tasks=task",
                "--concor.flows.short.timeout=1s",
                "--concor.flows.short.tasks=task")) {
            assertThat(context.getBean(RequestMappingHandlerAdapter.class))
                    .extracting("asyncRequestTimeout")
                    .isEqualTo(115_000L);
        }
    }

    @Test
    void givesWayToThePropertyOfSpring() throws Exception {
        try (ServletWebServerApplicationContext context = start("--spring.mvc.async.request-timeout=200ms")) {
            assertThat(status(context)).as("of Spring").isEqualTo(503);
        }
    }
}
