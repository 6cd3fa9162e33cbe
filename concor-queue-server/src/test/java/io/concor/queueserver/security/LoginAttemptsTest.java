package io.concor.queueserver.security;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.autoconfigure.security.password.RefusedLoginException;
import io.concor.queueserver.security.LoginAttempts.Caller;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoginAttemptsTest {

    private static final Caller ALICE = new Caller("alice", "10.0.0.1");

    private final AtomicLong nanos = new AtomicLong();
    private final LoginAttempts attempts = new LoginAttempts(nanos::get);

    private void guess(int times) {
        IntStream.range(0, times).forEach(any -> attempts.countWrong(ALICE));
    }

    private void guessOfOthers(int callers) {
        IntStream.range(0, callers).forEach(number -> attempts.countWrong(new Caller("guess " + number, "10.0.0.1")));
    }

    private void assertAdmitted(Caller caller) {
        assertThatCode(() -> attempts.requireFewWrong(caller)).doesNotThrowAnyException();
    }

    private void assertAliceIsRefused() {
        assertThatThrownBy(() -> attempts.requireFewWrong(ALICE)).isInstanceOf(RefusedLoginException.class);
    }

    @Test
    void endWithTheTenthWrongPasswordForTheRestOfTheMinute() {
        guess(LoginAttempts.LIMIT - 1);
        assertAdmitted(ALICE);

        guess(1);
        assertThatThrownBy(() -> attempts.requireFewWrong(ALICE)).hasMessageContaining("in 60 s");
        nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        assertAdmitted(ALICE);
        guess(1);
        assertAdmitted(ALICE);
    }

    @Test
    void ofOneCallerDoNotConcernAnother() {
        guess(LoginAttempts.LIMIT);

        assertAdmitted(new Caller("bob", "10.0.0.1"));
        assertAdmitted(new Caller("alice", "10.0.0.2"));
    }

    @Test
    void ofOthersWithTheSameAddressDoNotLockOutACallerThatIsKnown() {
        attempts.countRight(ALICE);

        guess(LoginAttempts.LIMIT_OF_KNOWN - 1);
        assertAdmitted(ALICE);
        guess(1);
        assertAliceIsRefused();
    }

    @Test
    void areFewAgainWhenTheLastRightPasswordIsLongAgo() {
        attempts.countRight(ALICE);
        nanos.addAndGet(LoginAttempts.KNOWN.toNanos());

        guess(LoginAttempts.LIMIT);
        assertAliceIsRefused();
    }

    @Test
    void ofManyCallersTakeLimitedRoomAndTheOldestGoFirst() {
        guessOfOthers(1);
        guess(LoginAttempts.LIMIT);
        guessOfOthers(LoginAttempts.MOST_CALLERS);
        assertAliceIsRefused();

        attempts.countWrong(new Caller("one more", "10.0.0.1"));
        assertAdmitted(ALICE);
    }

    @Test
    void ofKnownCallersTakeLimitedRoomAndTheOldestGoFirst() {
        attempts.countRight(ALICE);
        IntStream.range(0, LoginAttempts.MOST_CALLERS)
                .forEach(number -> attempts.countRight(new Caller("bob", "10.0.0." + number)));

        guess(LoginAttempts.LIMIT);
        assertAliceIsRefused();
    }
}
