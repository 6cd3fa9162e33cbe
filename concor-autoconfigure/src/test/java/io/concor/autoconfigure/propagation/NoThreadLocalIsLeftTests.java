package io.concor.autoconfigure.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.threadlocals.NoThreadLocalIsLeft;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tests of the extension that detects remaining thread-locals on any thread. */
class NoThreadLocalIsLeftTests {

    private final NoThreadLocalIsLeft extension = new NoThreadLocalIsLeft(Duration.ofMillis(50));
    private final ExecutorService pool =
            Executors.newSingleThreadExecutor(body -> new Thread(body, "a-pool-of-the-test"));

    @BeforeEach
    void lookBefore() throws Exception {
        onThePool(() -> MDC.put("was", "there before"));
        extension.beforeTestExecution(null);
    }

    /** Leaves its values on a thread that ends, so that the extension of all tests does not find them. */
    private void end() throws InterruptedException {
        pool.shutdown();
        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void passesIfNothingIsLeft() throws Exception {
        onThePool(() -> {
            MDC.put("key", "value");
            MDC.remove("key");
            SecurityContextHolder.getContext();
        });

        extension.requireNothingLeft();
        end();
    }

    @Test
    void findsAKeyOfTheMdc() throws Exception {
        onThePool(() -> MDC.put("key", "value"));

        isFound("key=value");
    }

    @Test
    void findsAnOpenScopeOfAnObservation() throws Exception {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(context -> true);
        onThePool(() -> Observation.start("forgotten", registry).openScope());

        isFound("forgotten");
    }

    @Test
    void findsASecurityContext() throws Exception {
        onThePool(
                () -> SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("who", "")));

        isFound("ThreadLocalSecurityContextHolderStrategy");
    }

    @Test
    void findsAResourceOfATransaction() throws Exception {
        onThePool(() -> TransactionSynchronizationManager.bindResource("data source", "connection"));

        isFound("data source=connection");
    }

    @Test
    void findsATextInSomeThreadLocal() throws Exception {
        ThreadLocal<String> note = new ThreadLocal<>();
        onThePool(() -> note.set("a note"));

        isFound("a note");
    }

    @Test
    void findsSomethingOfTheProjectsOwnInSomeThreadLocal() throws Exception {
        ThreadLocal<Object> some = new ThreadLocal<>();
        onThePool(() -> some.set(this));

        isFound(getClass().getName());
    }

    private void isFound(String what) throws InterruptedException {
        assertThatThrownBy(extension::requireNothingLeft)
                .hasMessageContaining("a-pool-of-the-test")
                .hasMessageContaining(what);
        end();
    }

    private void onThePool(Runnable body) throws ExecutionException, InterruptedException {
        pool.submit(body).get();
    }
}
