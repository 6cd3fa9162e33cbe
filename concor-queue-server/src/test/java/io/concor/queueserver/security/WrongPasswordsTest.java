package io.concor.queueserver.security;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.queueserver.security.WrongPasswords.Caller;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WrongPasswordsTest {

    private static final Caller ALICE = new Caller("alice", "10.0.0.1");

    private final AtomicLong nanos = new AtomicLong();
    private final WrongPasswords wrong = new WrongPasswords(nanos::get);

    private void count(int times) {
        IntStream.range(0, times).forEach(any -> wrong.count(ALICE));
    }

    @Test
    void endTheChecksOfACallerForTheRestOfTheMinute() {
        count(WrongPasswords.LIMIT - 1);
        assertThatCode(() -> wrong.requireFew(ALICE)).doesNotThrowAnyException();

        count(1);
        assertThatThrownBy(() -> wrong.requireFew(ALICE)).hasMessageContaining("in 60 s");
        nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThatCode(() -> wrong.requireFew(ALICE)).doesNotThrowAnyException();
        count(1);
        assertThatCode(() -> wrong.requireFew(ALICE)).as("a new minute").doesNotThrowAnyException();
    }

    @Test
    void ofOneCallerDoNotConcernAnother() {
        count(WrongPasswords.LIMIT);

        assertThatCode(() -> wrong.requireFew(new Caller("bob", "10.0.0.1"))).doesNotThrowAnyException();
        assertThatCode(() -> wrong.requireFew(new Caller("alice", "10.0.0.2"))).doesNotThrowAnyException();
    }

    @Test
    void ofManyCallersTakeLimitedRoom() {
        IntStream.range(0, 3 * WrongPasswords.MOST_CALLERS)
                .forEach(number -> wrong.count(new Caller("guess " + number, "10.0.0.1")));
        count(WrongPasswords.LIMIT);

        assertThatThrownBy(() -> wrong.requireFew(ALICE)).isInstanceOf(TooManyGuessesException.class);
    }
}
