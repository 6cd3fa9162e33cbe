package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.security.LoopbackCaller.Answer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.annotation.DirtiesContext.MethodMode;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Failed log-ins over HTTP. Each test has an address of its own on the loopback interface. */
@SpringBootTest(
        classes = SecureApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "management.endpoints.web.exposure.include=health,concor,auditevents",
            "concor.security.enabled=true",
            "concor.security.users.operator.roles=operator",
            "concor.security.users.viewer.roles=viewer",
            SecureApplication.EXCLUDED
        })
@ExtendWith(OutputCaptureExtension.class)
class FailedLoginTests {

    private static final int LEAST_COST = 4;

    private static final String OPERATOR_PASSWORD = "may read and change";

    private static final String VIEWER_PASSWORD = "x".repeat(100);
    private static final String HEALTH = "/actuator/health";
    private static final String FLOWS = "/actuator/concor";
    private static final String AUDIT = "/actuator/auditevents";

    /**
     * Hashes with so low a cost that Spring Security would replace them. That of the viewer is by a library that cuts
     * passwords after 72 bytes.
     */
    @DynamicPropertySource
    static void passwords(DynamicPropertyRegistry properties) {
        properties.add("concor.security.users.operator.password", () -> hash(OPERATOR_PASSWORD));
        properties.add("concor.security.users.viewer.password", () -> hash(VIEWER_PASSWORD.substring(0, 72)));
    }

    private static String hash(String password) {
        return "{bcrypt}" + new BCryptPasswordEncoder(LEAST_COST).encode(password);
    }

    @LocalManagementPort
    private int port;

    private LoopbackCaller from(String address) {
        return new LoopbackCaller(address, port);
    }

    private static void guess(LoopbackCaller attacker, int times) {
        IntStream.range(0, times).forEach(i -> assertThat(
                        attacker.get(FLOWS, "operator", "guess " + i).status())
                .isEqualTo(401));
    }

    @Test
    void refusesLogInsAfterTenFailuresFromOneAddressOnly() {
        LoopbackCaller attacker = from("127.0.1.1");
        guess(attacker, 10);

        assertThat(List.of("guess 11", OPERATOR_PASSWORD)).allSatisfy(password -> {
            Answer refused = attacker.get(FLOWS, "operator", password);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.retryAfterSeconds()).isBetween(1, 60);
        });
        assertThat(attacker.get(HEALTH).status()).isEqualTo(200);
        assertThat(from("127.0.1.2").get(FLOWS, "operator", OPERATOR_PASSWORD).status())
                .isEqualTo(200);
    }

    @Test
    void checksNoMorePasswordsIfTheyAreGuessedInParallel() {
        ExecutorService threads = Executors.newFixedThreadPool(40);
        try {
            List<CompletableFuture<Integer>> guesses = IntStream.range(0, 40)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> from("127.0.2.1")
                                    .get(FLOWS, "operator", "guess " + i)
                                    .status(),
                            threads))
                    .toList();

            assertThat(guesses.stream().map(CompletableFuture::join))
                    .isSubsetOf(401, 429, 503)
                    .filteredOn(status -> status == 401)
                    .hasSize(10);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void countsNoLogInThatSucceeds() {
        LoopbackCaller operator = from("127.0.3.1");
        guess(operator, 9);

        assertThat(IntStream.range(0, 20)).allSatisfy(i -> assertThat(
                        operator.get(FLOWS, "operator", OPERATOR_PASSWORD).status())
                .isEqualTo(200));
        guess(operator, 1);
        assertThat(operator.get(FLOWS, "operator", OPERATOR_PASSWORD).status()).isEqualTo(429);
    }

    @Test
    void keepsAnAuditEventOfEachFailureForTheOperator() {
        LoopbackCaller attacker = from("127.0.4.1");
        attacker.get(FLOWS, "attacker\u202e", "guess");
        attacker.get(FLOWS, "operator", OPERATOR_PASSWORD);

        Answer events = attacker.get(AUDIT, "operator", OPERATOR_PASSWORD);
        assertThat(events.status()).isEqualTo(200);
        assertThat(events.text())
                .contains("\"type\":\"AUTHENTICATION_FAILURE\"", "\"principal\":\"attacker?\"", "127.0.4.1")
                .doesNotContain("AUTHENTICATION_SUCCESS", "guess");
        assertThat(attacker.get(AUDIT, "viewer", VIEWER_PASSWORD).status()).isEqualTo(403);
        assertThat(attacker.get(AUDIT).status()).isEqualTo(401);
    }

    @Test
    @DirtiesContext(methodMode = MethodMode.BEFORE_METHOD)
    void logsOneLineAMinute(CapturedOutput output) {
        LoopbackCaller attacker = from("127.0.5.1");
        attacker.get(FLOWS, "oper\nator\u202e", "guess");
        guess(attacker, 9);
        attacker.get(FLOWS, "operator", OPERATOR_PASSWORD);

        assertThat(output.getOut().lines().filter(line -> line.contains("Log-ins to the management")))
                .singleElement()
                .asString()
                .contains("WARN", "1 failed, 0 refused", "the last: user 'oper?ator?' from 127.0.5.1")
                .doesNotContain("guess");
    }

    @Test
    void answersAnyPasswordThatIsLongerThanBcryptTakes() {
        LoopbackCaller caller = from("127.0.6.1");

        assertThat(caller.get(FLOWS, "viewer", VIEWER_PASSWORD).status()).isEqualTo(200);
        assertThat(caller.get(FLOWS, "operator", "x".repeat(100)).status()).isEqualTo(401);
    }
}
