package io.concor.autoconfigure.security.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpSession;

class UserSessionsTests {

    private final UserSessions sessions = new UserSessions(2);

    private MockHttpSession added(String user) {
        MockHttpSession session = new MockHttpSession();
        sessions.add(user, session);
        return session;
    }

    @Test
    void endsTheOldestSessionOfTheSameUser() {
        MockHttpSession operator = added("operator");
        List<MockHttpSession> viewer =
                IntStream.range(0, 4).mapToObj(i -> added("viewer")).toList();

        assertThat(viewer).extracting(MockHttpSession::isInvalid).containsExactly(true, true, false, false);
        assertThat(operator.isInvalid()).isFalse();
    }

    @Test
    void countsNoSessionThatHasEnded() {
        MockHttpSession first = added("viewer");
        added("viewer").invalidate();

        added("viewer");

        assertThat(first.isInvalid()).isFalse();
    }

    @Test
    void countsASessionForItsLastUser() {
        MockHttpSession shared = added("viewer");
        sessions.add("operator", shared);

        added("viewer");
        added("viewer");

        assertThat(shared.isInvalid()).isFalse();
    }
}
