package io.concor.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/**
 * An application outlasts a hostile party that it calls: reports what it could not deliver, closes the connections,
 * shows in its health that it has a problem, and delivers again when the party is healthy.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("full")
public abstract class HostileRemoteContract {

    /** The most connections that the application may have to the party. */
    public static final int CONNECTIONS = 4;

    /** The party. */
    protected static final HostileServer REMOTE = new HostileServer();

    private static final int MESSAGES = 3 * CONNECTIONS;
    private static final Duration FLOW_TIMEOUT = Duration.ofSeconds(30);

    private final String healthComponent;
    private final String errorMeter;

    @Autowired
    private MeterRegistry meters;

    @LocalServerPort
    private int port;

    /**
     * Tests of an application.
     *
     * @param healthComponent the name of its health component for the party
     * @param errorMeter the counter of what could not be delivered
     */
    protected HostileRemoteContract(String healthComponent, String errorMeter) {
        this.healthComponent = healthComponent;
        this.errorMeter = errorMeter;
    }

    /** Sends a message that the application forwards to the party. */
    protected abstract HttpResponse<String> forward(int port);

    /** The first messages of an application take a second or more, in which others would time out. */
    @BeforeEach
    void warmUp() {
        if (errors() == 0) {
            deliver();
        }
    }

    @ParameterizedTest
    @EnumSource
    protected void outlasts(HostileAnswer answer, CapturedOutput output) {
        REMOTE.answerWith(answer);
        double errorsBefore = errors();
        send(MESSAGES);

        await("the error of each message").atMost(FLOW_TIMEOUT).until(() -> errors() == errorsBefore + MESSAGES);

        await("no open connection").until(() -> REMOTE.openConnections() == 0);
        await("no connection in use").until(() -> connectionsInUse() == 0);
        assertThat(health().path("status").stringValue()).isEqualTo("DOWN");
        assertThat(output).contains("Outcome unknown. ");
        deliver();
    }

    private void deliver() {
        REMOTE.turnHonest();
        int answeredBefore = REMOTE.answered();
        send(CONNECTIONS);
        await("the messages").until(() -> REMOTE.answered() == answeredBefore + CONNECTIONS);
    }

    private void send(int messages) {
        for (int i = 0; i < messages; i++) {
            assertThat(forward(port).statusCode()).isEqualTo(202);
        }
    }

    private double errors() {
        return meters.find(errorMeter).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private int connectionsInUse() {
        JsonNode details = health().path("details");
        return details.path("connectionsInUse").intValue()
                + details.path("waiting").intValue();
    }

    private JsonNode health() {
        return HttpCaller.json(new HttpCaller(port).get("/actuator/health"))
                .path("components")
                .path(healthComponent);
    }
}
