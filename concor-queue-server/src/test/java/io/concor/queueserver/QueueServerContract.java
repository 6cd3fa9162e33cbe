package io.concor.queueserver;

import static io.concor.sample.HttpCaller.json;
import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The calls of the contract over HTTP, on a database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
abstract class QueueServerContract {

    private final TestStore store;
    private final AtomicInteger queues = new AtomicInteger();
    private RunningServer server;
    private TestClient alice;
    private TestClient bob;
    private TestClient carol;
    private String queue;

    QueueServerContract(TestStore store) {
        this.store = store;
    }

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        server = RunningServer.start(store.settings(folder));
        alice = server.alice();
        bob = server.bob();
        carol = server.carol();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void createAQueue() {
        alice.register();
        bob.register();
        carol.register();
        queue = "orders-" + queues.incrementAndGet();
        assertThat(alice.create(queue).statusCode()).isEqualTo(201);
    }

    @Test
    void takesTheOldestMessageOfAnyOtherClient() {
        alice.send(queue, "first");
        alice.send(queue, "second");

        JsonNode message = json(bob.receive(queue));
        assertThat(message.path("content").stringValue()).isEqualTo("first");
        assertThat(message.path("from").stringValue()).isEqualTo("alice");
        assertThat(message.path("to").isNull()).isTrue();
        assertThat(Instant.parse(message.path("sentAt").stringValue()))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
        assertThat(message.has("receipt")).isFalse();
        assertThat(text(bob.receive(queue), "content")).isEqualTo("second");
        assertThat(bob.receive(queue).statusCode()).isEqualTo(204);
    }

    @Test
    void takesNoMessageForARequestWithABodyThatIsNotRead() {
        alice.send(queue, "kept");

        assertThat(bob.http()
                        .post("/queues/" + queue + "/messages/receive", "{}")
                        .statusCode())
                .isEqualTo(400);
        assertThat(text(bob.receive(queue), "content")).isEqualTo("kept");
    }

    @Test
    void givesNoMessageToItsSender() {
        alice.send(queue, "for others");

        assertThat(alice.receive(queue).statusCode()).isEqualTo(204);
        assertThat(alice.peek(queue).statusCode()).isEqualTo(204);
        assertThat(alice.queues("?waiting=me")).doesNotContain(queue);
        assertThat(bob.receive(queue).statusCode()).isEqualTo(200);
    }

    @Test
    void givesAMessageOnlyToItsReceiver() {
        HttpResponse<String> sent = alice.sendTo("bob", queue, "secret");

        assertThat(sent.statusCode()).isEqualTo(201);
        for (TestClient other : new TestClient[] {alice, carol}) {
            assertThat(other.peek(queue).statusCode()).isEqualTo(204);
            assertThat(other.receive(queue, "?ack=explicit").statusCode()).isEqualTo(204);
            assertThat(other.receive(queue, "?from=alice").statusCode()).isEqualTo(204);
            assertThat(other.queues("?waiting=me")).doesNotContain(queue);
            assertThat(other.end(queue, text(sent, "id"), "1").statusCode()).isBetween(400, 409);
        }
        assertThat(bob.queues("?waiting=me")).contains(queue);
        assertThat(text(bob.receive(queue), "content")).isEqualTo("secret");
    }

    @Test
    void takesOnlyMessagesOfTheSenderThatIsAskedFor() {
        alice.send(queue, "of alice");
        carol.send(queue, "of carol");

        assertThat(text(bob.receive(queue, "?from=carol"), "content")).isEqualTo("of carol");
        assertThat(bob.receive(queue, "?from=carol").statusCode()).isEqualTo(204);
        assertThat(text(bob.receive(queue), "content")).isEqualTo("of alice");
    }

    @Test
    void readsAMessageWithoutTakingIt() {
        alice.send(queue, "still here");

        assertThat(text(bob.peek(queue), "content")).isEqualTo("still here");
        assertThat(text(bob.peek(queue), "content")).isEqualTo("still here");
        assertThat(text(bob.receive(queue), "content")).isEqualTo("still here");
    }

    @Test
    void endsALeasedMessageByItsReceipt() {
        alice.send(queue, "work");
        JsonNode leased = json(bob.receive(queue, "?ack=explicit&lease=1m"));
        String id = leased.path("id").stringValue();
        String receipt = leased.path("receipt").stringValue();

        assertThat(leased.path("leasedUntil").isString()).isTrue();
        assertThat(carol.receive(queue).statusCode()).isEqualTo(204);
        assertThat(carol.end(queue, id, receipt).statusCode()).isEqualTo(403);
        assertThat(bob.end(queue, id, receipt).statusCode()).isEqualTo(204);
        assertThat(bob.end(queue, id, receipt).statusCode()).isEqualTo(409);
    }

    @Test
    void givesAMessageAgainWhenItsLeaseEnds() {
        alice.send(queue, "work");
        JsonNode leased = json(bob.receive(queue, "?ack=explicit&lease=200ms"));

        HttpResponse<String> again = carol.receive(queue, "?wait=10s");
        assertThat(text(again, "content")).isEqualTo("work");
        assertThat(bob.end(
                                queue,
                                leased.path("id").stringValue(),
                                leased.path("receipt").stringValue())
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void takesAMessageOfOneIdOnce() {
        Map<String, String> message = Map.of("content", "once", "id", "order-7");

        assertThat(json(alice.send(queue, message)).has("repeated")).isFalse();
        HttpResponse<String> again = alice.send(queue, message);
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(text(again, "id")).isEqualTo("order-7");
        assertThat(json(again).path("repeated").booleanValue()).isTrue();
        assertThat(bob.receive(queue).statusCode()).isEqualTo(200);
        assertThat(bob.receive(queue).statusCode()).isEqualTo(204);
    }

    @Test
    void takesNamesThatAnAddressHasToEncode() {
        String name = "Küche = 1+1 " + queues.incrementAndGet();
        String path = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        assertThat(alice.create(name).statusCode()).isEqualTo(201);
        alice.send(path, Map.of("content", "tea", "id", "nº 7, größer"));

        JsonNode leased = json(bob.receive(path, "?ack=explicit"));
        assertThat(bob.queues("?waiting=me")).doesNotContain(name);
        assertThat(bob.end(
                                path,
                                URLEncoder.encode(leased.path("id").stringValue(), StandardCharsets.UTF_8)
                                        .replace("+", "%20"),
                                leased.path("receipt").stringValue())
                        .statusCode())
                .isEqualTo(204);
    }

    @Test
    void givesADelayedMessageLater() {
        alice.send(queue, Map.of("content", "later", "delay", "500ms"));

        assertThat(bob.receive(queue).statusCode()).isEqualTo(204);
        assertThat(text(bob.receive(queue, "?wait=10s"), "content")).isEqualTo("later");
    }

    @Test
    void wakesAReceiveThatWaits() throws Exception {
        server.assertWakesAtOnce(alice, bob, queue);
    }

    @Test
    void answersThatThereIsNoMessageAfterTheWait() {
        long began = System.nanoTime();

        assertThat(bob.receive(queue, "?wait=300ms").statusCode()).isEqualTo(204);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofMillis(300), Duration.ofSeconds(10));
    }

    @Test
    void deletesAFilledQueueOnlyByForce() {
        alice.send(queue, "in the way");

        assertThat(alice.http().delete("/queues/" + queue).statusCode()).isEqualTo(409);
        assertThat(alice.http().delete("/queues/" + queue + "?force=true").statusCode())
                .isEqualTo(204);
        assertThat(bob.receive(queue).statusCode()).isEqualTo(404);
    }

    @Test
    void createsAQueueOnce() {
        assertThat(alice.create(queue).statusCode()).as("by the same client").isEqualTo(200);
        assertThat(bob.create(queue).statusCode()).isEqualTo(409);
    }

    @Test
    void listsQueuesByPages() {
        alice.create("zz-1");
        alice.create("zz-2");

        assertThat(alice.queues("?after=zz-0&limit=1")).containsExactly("zz-1");
        assertThat(text(alice.http().get("/queues?after=zz-0&limit=1"), "next")).isEqualTo("zz-1");
        assertThat(alice.queues("?after=zz-1")).containsExactly("zz-2");
    }

    @Test
    void knowsOnlyRegisteredClients() {
        assertThat(carol.register().statusCode()).as("registered already").isEqualTo(200);
        assertThat(carol.leave().statusCode()).isEqualTo(204);

        assertThat(carol.receive(queue).statusCode()).isEqualTo(404);
        assertThat(alice.sendTo("carol", queue, "hello").statusCode()).isEqualTo(404);
        assertThat(carol.register().statusCode()).isEqualTo(201);
        assertThat(alice.sendTo("carol", queue, "hello").statusCode()).isEqualTo(201);
    }
}
