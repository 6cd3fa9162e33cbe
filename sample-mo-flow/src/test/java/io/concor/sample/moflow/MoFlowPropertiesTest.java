package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.concor.sample.moflow.MoFlowProperties.Applications;
import io.concor.sample.moflow.MoFlowProperties.Session;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoFlowPropertiesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:8089/", "localhost", "/applications", "mailto:nobody"})
    void refusesABaseUrlThatIsNone(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Applications(URI.create(url), SECOND, SECOND, 1, 1))
                .withMessageContaining("mo-flow.applications.base-url is " + url);
    }

    @Test
    void refusesSessionsWithoutEndOrRoom() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Session(Duration.ZERO, 1))
                .withMessageContaining("mo-flow.session.timeout is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Session(SECOND, 0))
                .withMessageContaining("mo-flow.session.max is 0");
    }
}
