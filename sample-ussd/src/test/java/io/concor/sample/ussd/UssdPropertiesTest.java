package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.concor.sample.ussd.UssdProperties.ReceiverSettings;
import io.concor.sample.ussd.UssdProperties.Replies;
import io.concor.sample.ussd.UssdProperties.SessionSettings;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;

class UssdPropertiesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "/replies", "mailto:nobody", "file:///tmp/replies", "ftp://localhost/replies"})
    void refusesAUrlThatNoReplyCanBePostedTo(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Replies(URI.create(url), SECOND, SECOND, 1))
                .withMessageContaining("ussd.replies.url is " + url);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_048_577})
    void refusesMoreInsideThanAFlowCanHoldAndFewerThanOne(int maxInFlight) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UssdProperties(
                        maxInFlight,
                        new ClassPathResource("menus.yml"),
                        new SessionSettings(SECOND, 1, 1),
                        new Replies(URI.create("http://localhost"), SECOND, SECOND, 1),
                        new ReceiverSettings(false, 0)))
                .withMessage("ussd.max-in-flight is " + maxInFlight + ": must be 1 to 1048576");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_536})
    void refusesAPortAtWhichTheReceiverCannotBeReached(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReceiverSettings(true, port))
                .withMessage("ussd.receiver.port is " + port + ": must be 1 to 65535");
        assertThatNoException().isThrownBy(() -> new ReceiverSettings(false, port));
    }

    @Test
    void refusesSessionsWithoutEndOrRoom() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SessionSettings(Duration.ZERO, 1, 1))
                .withMessageContaining("ussd.session.timeout is 0ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SessionSettings(SECOND, 0, 1))
                .withMessageContaining("ussd.session.max is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SessionSettings(SECOND, 1, 0))
                .withMessageContaining("ussd.session.max-choices is 0");
    }
}
