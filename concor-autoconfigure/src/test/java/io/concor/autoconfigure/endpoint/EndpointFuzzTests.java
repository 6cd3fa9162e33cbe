package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.Sampling;
import io.concor.layout.FlowSummary;
import io.concor.layout.Layout;
import io.concor.manage.Manager;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends generated requests to every operation while events flow. {@code -Dconcor.fuzz.requests=20000} sends more of
 * them, {@code -Dconcor.fuzz.seed} selects others.
 */
@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
            "logging.level.org.springframework.web=error"
        })
@Tag("full")
class EndpointFuzzTests {

    private static final int REQUESTS = Integer.getInteger("concor.fuzz.requests", 2_000);
    private static final long SEED = Long.getLong("concor.fuzz.seed", System.nanoTime());
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    @TempDir
    static Path presets;

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    @Autowired
    private Flow<String, Integer> orders;

    private final Map<Integer, Integer> statuses = new TreeMap<>();
    private final Set<String> saved = new TreeSet<>();

    @DynamicPropertySource
    static void location(DynamicPropertyRegistry properties) {
        properties.add("concor.presets.location", presets::toString);
    }

    private record State(Layout layout, Sampling sampling, List<String> presets) {}

    @Test
    void respondsToEveryRequestAndChangesNothingPartially(@Autowired ListableBeanFactory beans) throws Exception {
        FuzzRequests requests = new FuzzRequests(SEED, EndpointOperation.of(beans));
        Load load = new Load();
        try {
            for (int i = 0; i < REQUESTS; i++) {
                send(requests.next(), String.format(Locale.ROOT, "request %d of seed %d", i, SEED));
            }
        } finally {
            load.stop();
        }
        System.out.printf(
                "%d requests of seed %d: %s, layout %d%n",
                REQUESTS, SEED, statuses, state().layout().version());

        await("the end of every event").until(() -> load.accepted.get() == load.ended.get());
        FlowSummary summary = manager.flow("orders").summary();
        assertThat(summary.inFlight()).isZero();
        assertThat(summary.completed() + summary.failed()).isEqualTo(load.accepted.get());
        assertThat(statuses).as("not everything is refused").containsKeys(200, 400, 404);
        assertThat(saved).as("some presets were saved").isNotEmpty();
        assertThat(manager.flow("orders").presets().names())
                .allSatisfy(name -> manager.flow("orders").presets().find(name));
    }

    private void send(FuzzRequest request, String which) throws Exception {
        State before = state();
        FuzzRequest.Answer answer = request.send(port);
        State after = state();
        Supplier<String> description = () -> String.format(Locale.ROOT, "%s: %s%n-> %s", which, request, answer);
        statuses.merge(answer.status(), 1, Integer::sum);
        saved.addAll(after.presets());

        if (request.staysBelow("/actuator/concor")) {
            assertThat(answer.status()).as(description).isBetween(200, 499);
        }
        assertThat(answer.text()).as(description).doesNotContain(presets.toString(), "Exception", "\tat ");
        assertThat(obeysTheRules(after.layout())).as(description).isTrue();
        if (answer.status() >= 300 || !List.of("POST", "DELETE").contains(request.method())) {
            assertThat(after).as(description).isEqualTo(before);
        } else if (answer.text().contains("\"newSettings\"")) {
            agrees(JSON.readTree(answer.text()), before, after, description);
        }
    }

    private State state() {
        return new State(
                manager.flow("orders").layout(),
                manager.flow("orders").sampling(),
                manager.flow("orders").presets().names());
    }

    private static void agrees(JsonNode answer, State before, State after, Supplier<String> description) {
        boolean dryRun = answer.path("dryRun").asBoolean();
        boolean differs = answer.path("changed").asBoolean();
        assertThat(answer.path("oldVersion").asLong())
                .as(description)
                .isEqualTo(before.layout().version());
        assertThat(answer.path("version").asLong())
                .as(description)
                .isEqualTo(after.layout().version());
        assertThat(after.layout().version() - before.layout().version())
                .as(description)
                .isEqualTo(differs ? 1 : 0);
        assertThat(dryRun && differs).as(description).isFalse();
        if (answer.has("slot") && !dryRun) {
            JoinSettings join = after.layout().slots().get(answer.path("slot").asString());
            assertThat(answer.path("newSettings"))
                    .as(description)
                    .isEqualTo(JSON.readTree(JSON.writeValueAsString(SlotDescriptor.of(join))));
        }
    }

    /** A single-threaded task is served by one thread, and a synchronized-remote one not by a single pool. */
    private static boolean obeysTheRules(Layout layout) {
        Optional<JoinSettings> session = serving(layout, List.of("session", "parser"));
        Optional<JoinSettings> resolver = serving(layout, List.of("resolver", "session", "parser"));
        return session.filter(join -> join.threads() == 1).isPresent()
                && resolver.filter(join -> join.pool() != PoolKind.SINGLE).isPresent();
    }

    /** The join of a component's stage: that of the last filled slot up to the component. */
    private static Optional<JoinSettings> serving(Layout layout, List<String> slots) {
        return slots.stream().map(layout.slots()::get).filter(Objects::nonNull).findFirst();
    }

    /** Sends some hundred events per second. */
    private final class Load {

        private final AtomicBoolean running = new AtomicBoolean(true);
        private final AtomicLong accepted = new AtomicLong();
        private final AtomicLong ended = new AtomicLong();
        private final Thread thread = new Thread(this::run, "load");

        Load() {
            thread.start();
        }

        private void run() {
            while (running.get()) {
                CompletableFuture<Integer> order = orders.submit(" " + accepted.incrementAndGet());
                order.whenComplete((number, failure) -> ended.incrementAndGet());
                LockSupport.parkNanos(2_000_000);
            }
        }

        void stop() throws InterruptedException {
            running.set(false);
            thread.join();
        }
    }
}
