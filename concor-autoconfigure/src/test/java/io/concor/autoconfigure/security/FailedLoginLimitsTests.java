package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.hamcrest.Matchers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

@ExtendWith(OutputCaptureExtension.class)
class FailedLoginLimitsTests {

    private final AtomicLong nanoTime =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(30).toNanos());
    private final List<Runnable> afterAMinute = new ArrayList<>();
    private final FailedLoginLog log = new FailedLoginLog(afterAMinute::add);
    private final AuthenticationManager wrong = managerThatThrows(new BadCredentialsException("wrong"));

    private AuthenticationManager managerThatThrows(AuthenticationException refusal) {
        return new LimitedAuthenticationManager(
                login -> {
                    throw refusal;
                },
                log,
                nanoTime::get);
    }

    private void pass(Duration time) {
        nanoTime.addAndGet(time.toNanos());
    }

    private static UsernamePasswordAuthenticationToken loginFrom(String address) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setRemoteAddr(address);
        UsernamePasswordAuthenticationToken login =
                UsernamePasswordAuthenticationToken.unauthenticated("operator", "guess");
        login.setDetails(new WebAuthenticationDetails(request));
        return login;
    }

    private static void fail(AuthenticationManager manager, String address, int times) {
        for (int i = 0; i < times; i++) {
            assertThatExceptionOfType(BadCredentialsException.class)
                    .isThrownBy(() -> manager.authenticate(loginFrom(address)));
        }
    }

    private void assertRefused(String address, Duration retryAfter) {
        assertThatExceptionOfType(TooManyFailedLoginsException.class)
                .isThrownBy(() -> wrong.authenticate(loginFrom(address)))
                .returns(retryAfter, TooManyFailedLoginsException::retryAfter);
    }

    @Test
    void checksPasswordsAgainWhenTheMinuteIsOver() {
        fail(wrong, "a", 10);
        assertRefused("a", Duration.ofSeconds(60));

        pass(Duration.ofMillis(59_001));
        assertRefused("a", Duration.ofSeconds(1));

        pass(Duration.ofMillis(999));
        fail(wrong, "a", 10);
        assertRefused("a", Duration.ofSeconds(60));
    }

    @Test
    void countsNoFailureToCheckAPassword() {
        AuthenticationManager broken = managerThatThrows(new InternalAuthenticationServiceException("no database"));

        for (int i = 0; i < 20; i++) {
            assertThatExceptionOfType(InternalAuthenticationServiceException.class)
                    .isThrownBy(() -> broken.authenticate(loginFrom("a")));
        }
    }

    @Test
    void leavesProcessorsToOthersHoweverManyAddressesGuess() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        AtomicInteger inside = new AtomicInteger();
        AuthenticationManager slow = new LimitedAuthenticationManager(
                login -> {
                    inside.incrementAndGet();
                    gate.join();
                    return login;
                },
                log,
                nanoTime::get);
        List<Thread> guessers = IntStream.rangeClosed(0, LimitedAuthenticationManager.MOST_CHECKS)
                .mapToObj(i -> new Thread(() -> slow.authenticate(loginFrom("address " + i))))
                .toList();
        guessers.forEach(Thread::start);

        Awaitility.await("one waits, the others check")
                .until(() -> inside.get() == LimitedAuthenticationManager.MOST_CHECKS
                        && guessers.stream().allMatch(guesser -> guesser.getState() == Thread.State.WAITING));

        gate.complete(null);
        Awaitility.await("all are checked").untilAtomic(inside, Matchers.equalTo(guessers.size()));
    }

    @Test
    void remembersAThousandAddressesAndForgetsTheOldest() {
        fail(wrong, "oldest", 10);
        fail(wrong, "second", 10);

        for (int i = 0; i < FailedLoginCounters.MOST_ADDRESSES - 1; i++) {
            fail(wrong, "address " + i, 1);
        }

        assertRefused("second", Duration.ofSeconds(60));
        fail(wrong, "oldest", 1);
    }

    @Test
    void logsTheFirstFailureAtOnceAndTheNumberOfTheOthersOnceAMinute(CapturedOutput output) {
        fail(wrong, "a", 10);
        assertRefused("a", Duration.ofSeconds(60));
        assertRefused("a", Duration.ofSeconds(60));
        assertThat(output).containsOnlyOnce("Log-ins to").contains("1 failed, 0 refused");

        minutePasses();
        assertThat(output).contains("9 failed, 2 refused", "the last: user 'operator' from a");

        int reported = output.length();
        minutePasses();
        assertThat(afterAMinute).isEmpty();
        assertThat(output.subSequence(reported, output.length())).isEmpty();

        fail(wrong, "b", 1);
        assertThat(output.subSequence(reported, output.length()).toString()).contains("1 failed, 0 refused", "from b");
    }

    private void minutePasses() {
        assertThat(afterAMinute).hasSize(1);
        afterAMinute.remove(0).run();
    }
}
