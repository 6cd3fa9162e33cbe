package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.security.LoopbackCaller.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;

/** Guesses from many addresses at the same time, by HTTP. */
@SpringBootTest(
        classes = {SecureApplication.class, LoginFloodTests.SlowUsers.class},
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=health,concor",
            "server.tomcat.threads.max=200",
            "concor.security.enabled=true",
            SecureApplication.EXCLUDED
        })
class LoginFloodTests {

    private static final int GUESSERS = 250;
    private static final int MOST_CHECKED_AT_ONCE =
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    /** Checks each password until the gate opens. */
    static final class SlowProvider implements AuthenticationProvider {

        private final CompletableFuture<Void> gate = new CompletableFuture<>();

        @Override
        public Authentication authenticate(Authentication login) {
            gate.join();
            throw new BadCredentialsException("wrong");
        }

        @Override
        public boolean supports(Class<?> login) {
            return true;
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class SlowUsers {

        @Bean
        SlowProvider slowProvider() {
            return new SlowProvider();
        }
    }

    @LocalServerPort
    private int port;

    @Autowired
    private SlowProvider provider;

    private Answer guess(int guesser) {
        return new LoopbackCaller("127.0.7." + guesser, port).get("/actuator/concor", "operator", "guess");
    }

    @Test
    void leavesThreadsForProbesAndIsToldToComeBack() {
        ExecutorService threads = Executors.newFixedThreadPool(GUESSERS);
        try {
            List<CompletableFuture<Answer>> guesses = IntStream.rangeClosed(1, GUESSERS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> guess(i), threads))
                    .toList();
            Awaitility.await("no more guesses than there are places wait")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> guesses.stream().filter(each -> !each.isDone()).count() <= MOST_CHECKED_AT_ONCE);

            assertThat(new LoopbackCaller("127.0.0.1", port)
                            .get("/actuator/health")
                            .status())
                    .isEqualTo(200);
            assertThat(guesses.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
                    .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(503))
                    .allSatisfy(answer -> assertThat(answer.retryAfterSeconds()).isEqualTo(1));
            provider.gate.complete(null);
            assertThat(guesses.stream().map(CompletableFuture::join).map(Answer::status))
                    .isSubsetOf(401, 503);
        } finally {
            provider.gate.complete(null);
            threads.shutdownNow();
        }
    }
}
