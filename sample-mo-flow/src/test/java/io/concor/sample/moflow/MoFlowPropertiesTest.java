package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.concor.sample.moflow.MoFlowProperties.Applications;
import io.concor.sample.moflow.MoFlowProperties.ReceiverSettings;
import io.concor.sample.moflow.MoFlowProperties.SessionSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoFlowPropertiesTest {

    private static final URI BASE_URL = URI.create("http://localhost");
    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:8089/", "localhost", "/applications", "mailto:nobody", "ftp://localhost"})
    void refusesABaseUrlThatIsNone(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Applications(URI.create(url), SECOND, SECOND, 1))
                .withMessageContaining("mo-flow.applications.base-url is " + url);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_048_577})
    void refusesMoreInsideThanAFlowCanHoldAndFewerThanOne(int maxInFlight) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> properties(maxInFlight, Map.of()))
                .withMessage("mo-flow.max-in-flight is " + maxInFlight + ": must be 1 to 1048576");
    }

    @Test
    void refusesAWayToTheApplicationsOnWhichNothingCouldGo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Applications(BASE_URL, Duration.ZERO, SECOND, 1))
                .withMessageContaining("mo-flow.applications.connect-timeout is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Applications(BASE_URL, SECOND, SECOND, 0))
                .withMessageContaining("mo-flow.applications.connections-per-host is 0");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_536})
    void refusesAPortAtWhichTheReceiverCannotBeReached(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReceiverSettings(true, port, Set.of()))
                .withMessage("mo-flow.receiver.port is " + port + ": must be 1 to 65535");
        assertThatNoException().isThrownBy(() -> new ReceiverSettings(false, port, Set.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"73", "123456789", "news", " 1111"})
    void refusesARouteThatNoMessageCouldTake(String shortCode) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> properties(1, Map.of("0111", "news", shortCode, "votes")))
                .withMessageStartingWith("mo-flow.routes has the short code " + shortCode + ": must be 3 to 8 digits;")
                .withMessageContaining("in quotes");
    }

    @Test
    void refusesARouteThatLeadsNowhere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> properties(1, Map.of("1111", " ")))
                .withMessage("mo-flow.routes.1111 is ' ': must name an application of the table endpoint");
    }

    @Test
    void refusesSessionsWithoutEndOrRoom() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SessionSettings(Duration.ZERO, 1))
                .withMessageContaining("mo-flow.session.timeout is 0ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SessionSettings(SECOND, 0))
                .withMessageContaining("mo-flow.session.max is 0");
    }

    private static MoFlowProperties properties(int maxInFlight, Map<String, String> routes) {
        return new MoFlowProperties(
                maxInFlight,
                routes,
                new SessionSettings(SECOND, 1),
                new Applications(BASE_URL, SECOND, SECOND, 1),
                new ReceiverSettings(false, 0, Set.of()),
                Duration.ZERO);
    }
}
