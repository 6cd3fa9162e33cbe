package io.concor.autoconfigure.security.password;

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
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.ProviderNotFoundException;
import org.springframework.security.authentication.TestingAuthenticationToken;
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
        assertThatExceptionOfType(RefusedLoginException.class)
                .isThrownBy(() -> wrong.authenticate(loginFrom(address)))
                .returns(HttpStatus.TOO_MANY_REQUESTS, RefusedLoginException::status)
                .returns(retryAfter, RefusedLoginException::retryAfter);
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
        AuthenticationManager slow = limited(
                login -> {
                    inside.incrementAndGet();
                    gate.join();
                    return login;
                },
                Duration.ofMinutes(1));
        List<Thread> guessers = start(slow, PasswordChecks.MOST + PasswordChecks.MOST_WAITING);

        Awaitility.await("some wait, the others check")
                .until(() -> inside.get() == PasswordChecks.MOST
                        && guessers.stream()
                                        .filter(guesser -> guesser.getState() == Thread.State.TIMED_WAITING)
                                        .count()
                                == PasswordChecks.MOST_WAITING);
        assertRefusedUnderLoad(slow, "one too many");

        gate.complete(null);
        Awaitility.await("all are checked").untilAtomic(inside, Matchers.equalTo(guessers.size()));
    }

    @Test
    void leavesThePlacesToPasswords() {
        assertThatExceptionOfType(ProviderNotFoundException.class)
                .isThrownBy(() -> wrong.authenticate(new TestingAuthenticationToken("operator", "a token")));
    }

    @Test
    void refusesALogInThatWouldWaitTooLong() {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        AtomicInteger inside = new AtomicInteger();
        AuthenticationManager slow = limited(
                login -> {
                    inside.incrementAndGet();
                    gate.join();
                    return login;
                },
                Duration.ofMillis(1));
        start(slow, PasswordChecks.MOST);
        Awaitility.await("all places are taken").untilAtomic(inside, Matchers.equalTo(PasswordChecks.MOST));

        assertRefusedUnderLoad(slow, "waits");
        gate.complete(null);
    }

    @Test
    void refusesMoreThanTenLogInsOfOneAddressAtTheSameTimeAndNoneOfAnother() {
        AuthenticationManager[] self = new AuthenticationManager[1];
        AtomicInteger depth = new AtomicInteger();
        self[0] = new LimitedAuthenticationManager(
                login -> {
                    if (depth.incrementAndGet() <= FailedLogins.LIMIT) {
                        return self[0].authenticate(login);
                    }
                    return login;
                },
                log,
                nanoTime::get);

        assertRefusedUnderLoad(self[0], "a");
        assertThat(depth).hasValue(FailedLogins.LIMIT);
        assertThat(self[0].authenticate(loginFrom("a")))
                .as("the others have ended")
                .isNotNull();
    }

    private AuthenticationManager limited(AuthenticationManager passwords, Duration longestWait) {
        return new LimitedAuthenticationManager(new PasswordChecks(passwords, longestWait), log, nanoTime::get);
    }

    private static List<Thread> start(AuthenticationManager manager, int guessers) {
        List<Thread> threads = IntStream.range(0, guessers)
                .mapToObj(i -> new Thread(() -> manager.authenticate(loginFrom("address " + i))))
                .toList();
        threads.forEach(Thread::start);
        return threads;
    }

    private static void assertRefusedUnderLoad(AuthenticationManager manager, String address) {
        assertThatExceptionOfType(RefusedLoginException.class)
                .isThrownBy(() -> manager.authenticate(loginFrom(address)))
                .returns(HttpStatus.SERVICE_UNAVAILABLE, RefusedLoginException::status)
                .returns(Duration.ofSeconds(1), RefusedLoginException::retryAfter);
    }

    @Test
    void remembersAThousandAddressesAndForgetsTheOldest() {
        fail(wrong, "oldest", 10);
        fail(wrong, "second", 10);

        for (int i = 0; i < LimitedAuthenticationManager.MOST_ADDRESSES - 1; i++) {
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
