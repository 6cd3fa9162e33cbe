package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import tools.jackson.databind.JsonNode;

/**
 * Ten concurrent HTTP clients change the same flow while events flow. {@code -Dchanges.seconds=120} runs it for two
 * minutes.
 */
@SpringBootTest(
        classes = CountedFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted",
            "concor.history.size=100000",
            "logging.level." + ConcurrentClientsTests.MANAGER_LOGGER + "=warn"
        })
@DirtiesContext
class ConcurrentClientsTests {

    private static final Logger log = LoggerFactory.getLogger(ConcurrentClientsTests.class);
    static final String MANAGER_LOGGER = "io.concor.manage.Manager";

    private static final int CLIENTS = 10;
    private static final int SECONDS = Integer.getInteger("changes.seconds", 5);
    private static final List<String> POOLS = List.of("single", "fixed", "cached", "none");

    @LocalServerPort
    private int port;

    @Autowired
    private Flow<Integer, Integer> orders;

    @Autowired
    private CountedFlow.Counted counted;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<JsonNode> made = new ConcurrentLinkedQueue<>();
    private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();

    /** The level of a logger outlives the context. */
    @AfterAll
    static void logAsBefore() {
        LoggingSystem.get(ConcurrentClientsTests.class.getClassLoader()).setLogLevel(MANAGER_LOGGER, null);
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void leaveConsecutiveVersionsAndACompleteHistoryAndHarmNoEvent() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        Future<Integer> events = threads.submit(() -> enterUntil(end));
        List<Future<?>> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            clients.add(threads.submit(() -> changeUntil(end)));
        }
        for (Future<?> client : clients) {
            client.get();
        }
        int entered = events.get();

        assertThat(unexpected).isEmpty();
        await("all events have ended").until(() -> counted.ended() == entered);
        assertThat(counted.repeated()).isZero();
        assertThat(counted.overlapping()).isZero();
        Http http = new Http(port);
        await("the last trial has ended")
                .until(() -> !http.get("concor/orders").json().has("trial"));
        log.info("{} events in {} s", entered, SECONDS);
        requireWholeHistory(http);
    }

    private int enterUntil(long end) {
        int entered = 0;
        while (System.nanoTime() - end < 0) {
            orders.apply(entered++);
        }
        return entered;
    }

    private void changeUntil(long end) {
        Http http = new Http(port);
        while (System.nanoTime() - end < 0) {
            note(call(http, ThreadLocalRandom.current()));
        }
    }

    private void note(Http.Answer answer) {
        if (answer.status() == 200) {
            made.add(answer.json());
        } else if (answer.status() != 409) {
            unexpected.add(answer.toString());
        }
    }

    private static Http.Answer call(Http http, ThreadLocalRandom random) {
        String slot = random.nextBoolean() ? "concorslots/orders/parser" : "concorslots/orders/logger";
        String settings = settings(random);
        return switch (random.nextInt(10)) {
            case 0 -> http.post("concorchanges/orders", "{\"action\":\"undo\"}");
            case 1 -> http.post("concorchanges/orders", "{\"action\":\"confirm\"}");
            case 2 -> http.post(slot, String.format(Locale.ROOT, "{%s,\"revertAfter\":\"1s\"}", settings));
            case 3 -> http.post(slot, String.format(Locale.ROOT, "{%s,\"dryRun\":true}", settings));
            case 4 ->
                http.delete(slot + "?expectedVersion="
                        + http.get("concorslots/orders").at("/version"));
            case 5, 6 ->
                http.post(
                        "concorslots/orders/resolver",
                        String.format(Locale.ROOT, "{\"threads\":%d}", 2 + random.nextInt(6)));
            default -> http.post(slot, String.format(Locale.ROOT, "{%s}", settings));
        };
    }

    private static String settings(ThreadLocalRandom random) {
        String pool = POOLS.get(random.nextInt(POOLS.size()));
        return pool.equals("fixed") || pool.equals("cached")
                ? String.format(Locale.ROOT, "\"pool\":\"%s\",\"threads\":%d", pool, 1 + random.nextInt(4))
                : String.format(Locale.ROOT, "\"pool\":\"%s\"", pool);
    }

    private void requireWholeHistory(Http http) {
        JsonNode history = http.get("concorchanges/orders").json();
        Map<String, JsonNode> slots = new HashMap<>();
        Set<Long> changed = new HashSet<>();
        long version = 1;
        long number = 0;
        for (int i = history.path("changes").size() - 1; i >= 0; i--) {
            JsonNode entry = history.path("changes").path(i);
            assertThat(entry.path("number").asLong()).isGreaterThan(number); // of many refusals the oldest go
            number = entry.path("number").asLong();
            assertThat(entry.path("oldVersion").asLong()).isEqualTo(version);
            boolean isChange = entry.path("outcome").asString().equals("changed");
            version = isChange ? version + 1 : version;
            assertThat(entry.path("version").asLong()).isEqualTo(version);
            if (isChange) {
                changed.add(version);
                entry.path("slots").forEach(slot -> follow(slots, slot));
            }
        }
        assertThat(version).isEqualTo(history.path("version").asLong());
        requireEachAnswer(changed);
        assertThat(http.get("concorslots/orders").json().path("slots")).allSatisfy(slot -> assertThat(
                        slots.containsKey(slot.path("slot").asString())
                                ? slots.get(slot.path("slot").asString()).path("pool")
                                : slot.path("pool"))
                .isEqualTo(slot.path("pool")));
    }

    /** Each change starts with the result of the previous one. */
    private static void follow(Map<String, JsonNode> slots, JsonNode change) {
        JsonNode before = slots.put(change.path("slot").asString(), change.path("newSettings"));
        assertThat(change.path("oldSettings")).isEqualTo(before == null ? change.path("oldSettings") : before);
    }

    /** Versions are unique, and all are in the history. */
    private void requireEachAnswer(Set<Long> changed) {
        List<Long> versions = made.stream()
                .filter(answer -> answer.path("changed").asBoolean())
                .map(answer -> answer.path("version").asLong())
                .toList();
        log.info(
                "{} calls answered with 200, {} of them changes; {} versions",
                made.size(),
                versions.size(),
                changed.size());
        assertThat(versions).hasSizeGreaterThan(CLIENTS).doesNotHaveDuplicates();
        assertThat(changed).containsAll(versions);
    }
}
