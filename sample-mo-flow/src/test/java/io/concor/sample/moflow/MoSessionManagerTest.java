package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MoSessionManagerTest {

    private static final int MAX = 3;

    private Instant now = Instant.EPOCH;
    private final MoSessionManager manager = new MoSessionManager(properties(), () -> now);

    @Test
    void continuesTheSessionOfASubscriberWhoWritesAgainInTime() {
        MoSession first = message("1", "anna");
        pass(Duration.ofMinutes(5).minusMillis(1));
        MoSession second = message("2", "anna");

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(second.messages()).isEqualTo(2);
    }

    @Test
    void beginsAnotherSessionAfterSilence() {
        message("1", "anna");
        pass(Duration.ofMinutes(5));

        assertThat(message("2", "anna")).isEqualTo(new MoSession("2", 1, now));
    }

    @Test
    void keepsTheSessionsOfSubscribersApart() {
        assertThat(message("1", "anna").id()).isEqualTo("1");
        assertThat(message("2", "ben").id()).isEqualTo("2");
    }

    @Test
    void forgetsExpiredSessionsWhenAnybodyWrites() {
        message("1", "anna");
        message("2", "ben");
        pass(Duration.ofMinutes(3));
        message("3", "ben");
        pass(Duration.ofMinutes(3));
        message("4", "carl");

        assertThat(manager.sessions()).as("of ben and carl").isEqualTo(2);
    }

    @Test
    void endsTheSessionSilentForLongestWhenThereAreTooMany() {
        message("1", "anna");
        message("2", "ben");
        message("3", "carl");
        message("4", "anna");
        message("5", "dora");

        assertThat(manager.sessions()).isEqualTo(MAX);
        assertThat(message("6", "anna").id()).isEqualTo("1");
        assertThat(message("7", "ben").id()).isEqualTo("7");
    }

    private MoSession message(String id, String from) {
        return manager.apply(new MoMessage(id, from, "1111", "text")).session();
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    private static MoFlowProperties properties() {
        Duration second = Duration.ofSeconds(1);
        return new MoFlowProperties(
                1,
                Map.of(),
                new MoFlowProperties.SessionSettings(Duration.ofMinutes(5), MAX),
                new MoFlowProperties.Applications(URI.create("http://localhost"), second, second, 1),
                new MoFlowProperties.ReceiverSettings(false, 0, Set.of()),
                Duration.ZERO);
    }
}
