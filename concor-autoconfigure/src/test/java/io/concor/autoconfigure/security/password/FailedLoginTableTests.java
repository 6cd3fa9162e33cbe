package io.concor.autoconfigure.security.password;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedLoginTableTests {

    private static final int CALLERS = 3;
    private static final int LIMIT = 2;

    private final AtomicLong nanoTime = new AtomicLong();
    private final FailedLoginTable<String> table = new FailedLoginTable<>(CALLERS, nanoTime::get);

    private void fail(String caller) {
        table.count(caller);
        table.count(caller);
    }

    private void assertAdmitted(String caller) {
        assertThatCode(() -> table.requireFewerThan(LIMIT, caller)).doesNotThrowAnyException();
    }

    private void assertRefused(String caller, int seconds) {
        assertThatExceptionOfType(RefusedLoginException.class)
                .isThrownBy(() -> table.requireFewerThan(LIMIT, caller))
                .returns(Duration.ofSeconds(seconds), RefusedLoginException::retryAfter);
    }

    @Test
    void refusesACallerForTheRestOfItsMinute() {
        table.count("a");
        assertAdmitted("a");

        nanoTime.addAndGet(Duration.ofSeconds(20).toNanos());
        table.count("a");
        assertRefused("a", 40);
        assertAdmitted("b");

        nanoTime.addAndGet(Duration.ofSeconds(40).toNanos());
        assertAdmitted("a");
    }

    @Test
    void forgetsTheOldestMinuteFirst() {
        fail("oldest");
        fail("second");
        fail("third");
        fail("oldest");
        table.count("one more");

        assertAdmitted("oldest");
        assertRefused("second", 60);
        assertRefused("third", 60);
    }

    @Test
    void makesRoomWhenAMinuteIsOver() {
        fail("over");
        nanoTime.addAndGet(Duration.ofSeconds(30).toNanos());
        fail("second");
        fail("third");
        nanoTime.addAndGet(Duration.ofSeconds(30).toNanos());
        table.count("one more");

        assertRefused("second", 30);
        assertRefused("third", 30);
    }
}
