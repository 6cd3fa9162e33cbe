package io.concor.autoconfigure.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.SynchronizedRemoteTask;
import io.concor.autoconfigure.endpoint.Http;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.ClassMode;
import tools.jackson.databind.JsonNode;

/** What the start, a dry run and the answer to a change warn about. */
@SpringBootTest(
        classes = LayoutWarningsTests.Application.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
            "concor.sampling.burst=1",
            "concor.sampling.interval=1"
        })
@ExtendWith(OutputCaptureExtension.class)
@DirtiesContext(classMode = ClassMode.BEFORE_EACH_TEST_METHOD)
class LayoutWarningsTests {

    private static final int TOO_MANY = Runtime.getRuntime().availableProcessors() + 1;

    @LocalServerPort
    private int port;

    @Autowired
    private Flow<String, String> orders;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        OverlappingTask resolver() {
            return new OverlappingTask();
        }

        @Bean
        Flow<String, String> orders(OverlappingTask resolver) {
            return Flows.<String>create("orders")
                    .join(JoinSettings.single())
                    .map((String order) -> order, "parser")
                    .join(JoinSettings.fixed(1))
                    .mapSynchronizedRemote(resolver, "resolver")
                    .join(JoinSettings.fixed(TOO_MANY))
                    .map((String order) -> order, "printer")
                    .build();
        }

        @Bean
        Flow<String, String> payments() {
            return Flows.<String>create("payments")
                    .noJoin()
                    .mapSynchronizedRemote((String payment) -> payment, "payer")
                    .build();
        }
    }

    /** Keeps two threads busy at any speed: an event leaves it when two later ones have entered. */
    static final class OverlappingTask implements SynchronizedRemoteTask<String, String> {

        private long entered;
        private boolean ended;

        @Override
        public synchronized String apply(String order) throws InterruptedException {
            long last = ++entered + 2;
            notifyAll();
            while (entered < last && !ended) {
                wait();
            }
            return order;
        }

        synchronized void end() {
            ended = true;
            notifyAll();
        }
    }

    private List<String> change(String slot, String body) {
        return warnings(new Http(port).post("concorslots/orders/" + slot, body));
    }

    private List<String> remove(String slot) {
        return warnings(new Http(port).delete("concorslots/orders/" + slot));
    }

    private static List<String> warnings(Http.Answer changed) {
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        JsonNode answer = changed.json();
        return answer.path("warnings").valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void theStartWarnsOfTheConfiguredLayout(CapturedOutput output) {
        assertThat(output)
                .contains(String.format(
                        Locale.ROOT, "Flow 'orders': slot 'printer' has %d threads for tasks that compute", TOO_MANY))
                .contains("Flow 'orders': slot 'resolver' has 1 thread (pool fixed) for tasks that block")
                .contains(
                        "Flow 'payments': slot 'payer' is empty: tasks that block ('payer') run on the threads that enter the flow");
    }

    @Test
    void aDryRunAndTheAnswerToTheChangeGiveTheSameWarnings(CapturedOutput output) {
        String settings = "\"pool\":\"fixed\",\"threads\":" + TOO_MANY;
        List<String> rehearsed = change("parser", "{" + settings + ",\"dryRun\":true}");

        assertThat(rehearsed)
                .anyMatch(warning -> warning.startsWith(
                        String.format(Locale.ROOT, "slot 'parser' has %d threads for tasks that compute", TOO_MANY)))
                .anyMatch(warning -> warning.startsWith(
                        String.format(Locale.ROOT, "slot 'parser' gets %d threads instead of one", TOO_MANY)));
        assertThat(output).doesNotContain("slot 'parser' gets");
        assertThat(change("parser", "{" + settings + "}")).isEqualTo(rehearsed);
        assertThat(output).contains("Flow 'orders': slot 'parser' gets");
    }

    @Test
    void removingAJoinWarnsOfTasksThatBlockTheThreadOfTheStageBefore(CapturedOutput output) {
        change("parser", "{\"pool\":\"fixed\",\"threads\":1}");
        String warning = "slot 'parser' has 1 thread (pool fixed) for tasks that block ('resolver')";

        List<String> rehearsed = remove("resolver?dryRun=true");

        assertThat(rehearsed).anyMatch(words -> words.startsWith(warning));
        assertThat(output).doesNotContain(warning);
        assertThat(remove("resolver")).isEqualTo(rehearsed);
        assertThat(output).contains("Flow 'orders': " + warning);
    }

    @Test
    void removingAJoinWarnsOfTasksThatBlockTheThreadsOfCallers(CapturedOutput output) {
        change("resolver", "{\"threads\":4}");
        remove("parser");
        String warning = "slot 'resolver' is empty: tasks that block ('resolver') run on the threads that enter";

        List<String> rehearsed = remove("resolver?dryRun=true");

        assertThat(rehearsed).anyMatch(words -> words.startsWith(warning));
        assertThat(output).doesNotContain(warning);
        assertThat(remove("resolver")).isEqualTo(rehearsed);
        assertThat(output).contains("Flow 'orders': " + warning);
    }

    @Test
    void aDryRunWarnsOfTooFewThreadsForTheMeasuredLoad(@Autowired OverlappingTask resolver) {
        change("resolver", "{\"threads\":4}");

        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            for (int i = 0; i < 40; i++) {
                orders.submit("order");
            }
            assertThat(change("resolver", "{\"threads\":1,\"dryRun\":true}"))
                    .anyMatch(warning ->
                            warning.matches("slot 'resolver' has 1 thread, but .* events/s .*Use at least .*"));
        });
        assertThat(change("resolver", "{\"threads\":3,\"dryRun\":true}"))
                .as("it keeps at most two threads busy")
                .noneMatch(warning -> warning.startsWith("slot 'resolver'"));
        resolver.end();
    }
}
