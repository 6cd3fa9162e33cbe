package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.concor.sample.ussd.UssdProperties.Replies;
import io.concor.sample.ussd.UssdProperties.Session;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UssdPropertiesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "/replies", "mailto:nobody", "file:///tmp/replies", "ftp://localhost/replies"})
    void refusesAUrlThatNoReplyCanBePostedTo(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Replies(URI.create(url), SECOND, SECOND, 1))
                .withMessageContaining("ussd.replies.url is " + url);
    }

    @Test
    void refusesSessionsWithoutEndOrRoom() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Session(Duration.ZERO, 1, 1))
                .withMessageContaining("ussd.session.timeout is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Session(SECOND, 0, 1))
                .withMessageContaining("ussd.session.max is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Session(SECOND, 1, 0))
                .withMessageContaining("ussd.session.max-choices is 0");
    }
}
