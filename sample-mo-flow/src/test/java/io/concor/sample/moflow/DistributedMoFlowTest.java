package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.HttpCaller;
import io.concor.sample.broker.TrialBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.test.util.TestSocketUtils;

/** The profile {@code distributed}: a broker, an edge and two cores, each a process but for the broker. */
@Tag("full")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DistributedMoFlowTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final StubApplications APPLICATIONS = new StubApplications();

    @TempDir
    Path folder;

    private final List<GatewayProcess> started = new ArrayList<>();
    private final AtomicInteger sent = new AtomicInteger();
    private TrialBroker broker;

    @BeforeEach
    void startBroker() throws IOException {
        APPLICATIONS.reset();
        broker = TrialBroker.start(Math.min(TestSocketUtils.findAvailableTcpPort(), 65_000));
    }

    @AfterEach
    void killWhatIsLeft() throws InterruptedException {
        for (GatewayProcess process : started) {
            process.kill();
        }
        broker.close();
    }

    private GatewayProcess start(String node) throws IOException {
        GatewayProcess process = GatewayProcess.start(
                node,
                folder.resolve(node + "-" + started.size() + ".log"),
                List.of(
                        "--spring.kafka.bootstrap-servers=" + broker.address(),
                        "--mo-flow.receiver.enabled=false",
                        "--mo-flow.database-delay=2ms",
                        "--mo-flow.applications.base-url=" + APPLICATIONS.url()));
        started.add(process);
        return process;
    }

    /** Sends messages one after the other, and returns those that were accepted, which all have to be. */
    private Set<String> send(GatewayProcess edge, int messages) {
        Set<String> accepted = new HashSet<>();
        for (int i = 0; i < messages; i++) {
            String text = "vote " + sent.incrementAndGet();
            assertThat(edge.client().send("2222", text).statusCode()).as(text).isEqualTo(202);
            accepted.add(text);
        }
        return accepted;
    }

    private static void awaitSent(Set<String> accepted) {
        await("all are sent").atMost(LONG).until(() -> APPLICATIONS.texts().containsAll(accepted));
    }

    /** Where no process dies, each message is sent once. */
    private static void awaitSentOnce(Set<String> accepted) {
        awaitSent(accepted);
        assertThat(APPLICATIONS.texts().stream().filter(accepted::contains)).hasSameSizeAs(accepted);
    }

    @Test
    void eachMessageIsSentAlthoughACoreIsKilledAndASlotMoves() throws Exception {
        GatewayProcess edge = start("edge");
        GatewayProcess core = start("core");
        GatewayProcess other = start("core");
        started.forEach(GatewayProcess::awaitReady);

        awaitSentOnce(send(edge, 100));
        await("both cores take part").atMost(LONG).until(() -> {
            awaitSentOnce(send(edge, 20));
            return core.completed() > 0 && other.completed() > 0;
        });

        killedUnderLoadNothingIsLost(edge, other);
        aSlotMovesToMemoryAndBack(edge, core);

        GatewayProcess back = start("core").awaitReady();
        await("it takes part again").atMost(LONG).until(() -> {
            awaitSentOnce(send(edge, 20));
            return back.completed() > 0;
        });
        for (GatewayProcess process : List.of(edge, core, back)) {
            process.stop();
        }
    }

    /** While applications hold their answers back, events are in work in each core. */
    private void killedUnderLoadNothingIsLost(GatewayProcess edge, GatewayProcess killed) throws Exception {
        APPLICATIONS.holdAnswers();
        Set<String> accepted = send(edge, 200);
        await("it has events in work").atMost(LONG).until(() -> killed.client().inFlight() > 0);
        killed.kill();
        accepted.addAll(send(edge, 50));
        APPLICATIONS.releaseAnswers();
        awaitSent(accepted);
    }

    private void aSlotMovesToMemoryAndBack(GatewayProcess edge, GatewayProcess core) {
        move(core, "message-sender", "memory");
        awaitSentOnce(send(edge, 50));
        move(core, "message-sender", "remote");
        awaitSentOnce(send(edge, 50));
    }

    private static void move(GatewayProcess core, String slot, String queue) {
        var answer = core.client().post("/actuator/concorslots/mo-flow/" + slot, "{\"queue\":\"" + queue + "\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(core.queue(slot)).isEqualTo(queue);
    }

    @Test
    void eachNodeHasWhatItsTasksNeedAndShowsTheWhole() throws Exception {
        GatewayProcess edge = start("edge").awaitReady();
        Set<String> accepted = send(edge, 20);
        assertThat(APPLICATIONS.count()).isZero();

        GatewayProcess core = start("core").awaitReady();
        awaitSentOnce(accepted);

        assertThat(health(edge)).doesNotContain("\"applications\"", "\"db\"").contains("concorRemoteQueues");
        assertThat(health(core)).contains("\"applications\"", "\"db\"", "concorRemoteQueues");
        assertThat(core.client().send("2222", "at the wrong door").statusCode()).isEqualTo(404);
        for (GatewayProcess process : List.of(edge, core)) {
            await("the kinds of all components").atMost(LONG).untilAsserted(() -> assertThat(kinds(process))
                    .containsExactly(
                            "simple",
                            "single-threaded",
                            "simple",
                            "synchronized-remote",
                            "simple",
                            "transition",
                            "side-effect",
                            "catch"));
        }
        var refused = edge.client().post("/actuator/concorslots/mo-flow/message-sender", "{\"queue\":\"memory\"}");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
        assertThat(refused.body()).contains("node 'core'");
        for (GatewayProcess process : List.of(edge, core)) {
            process.stop();
        }
    }

    private static List<String> kinds(GatewayProcess process) {
        List<String> kinds = new ArrayList<>();
        HttpCaller.json(process.client().get("/actuator/concor/mo-flow"))
                .path("components")
                .forEach(component -> kinds.add(component.path("kind").asString("unknown")));
        return kinds;
    }

    @Test
    void saysSoonThatTheBrokerIsGoneAndEnds() throws Exception {
        GatewayProcess edge = start("edge").awaitReady();
        send(edge, 20);
        broker.close();

        await("its health")
                .atMost(Duration.ofSeconds(10))
                .until(() -> edge.client().get("/actuator/health").statusCode() == 503);
        long began = System.nanoTime();
        var refused = edge.client().send("2222", "not stored");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isEmpty(); // it may be stored
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(40));
        var queues = edge.client().get("/actuator/concorqueues");
        assertThat(queues.statusCode()).as(queues.body()).isEqualTo(503);
        assertThat(queues.headers().firstValue("Retry-After")).contains("1");
        edge.stop(Duration.ofMinutes(1));
    }

    private static String health(GatewayProcess process) {
        return process.client().get("/actuator/health").body();
    }
}
