package io.concor.autoconfigure.security.password;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.Authentication;

/**
 * Checks passwords on at most half of the processors, in order of arrival: guessers with many addresses would take all. A
 * few more wait for a short time, each on a thread of the server, which has to answer other requests. Thread-safe.
 */
final class PasswordChecks implements AuthenticationManager {

    static final int MOST = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    static final int MOST_WAITING = 20;
    static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Semaphore admitted = new Semaphore(MOST + MOST_WAITING);
    private final Semaphore running = new Semaphore(MOST, true);
    private final AuthenticationManager passwords;
    private final Duration longestWait;

    /**
     * @param passwords checks the passwords
     * @param longestWait how long a log-in waits for others
     */
    PasswordChecks(AuthenticationManager passwords, Duration longestWait) {
        this.passwords = passwords;
        this.longestWait = longestWait;
    }

    /** Throws a {@link RefusedLoginException} when the log-in would have to wait for too many others, or too long. */
    @Override
    public Authentication authenticate(Authentication login) {
        if (!admitted.tryAcquire()) {
            throw RefusedLoginException.underLoad();
        }
        try {
            return checkInTurn(login);
        } finally {
            admitted.release();
        }
    }

    private Authentication checkInTurn(Authentication login) {
        if (!isItsTurn()) {
            throw RefusedLoginException.underLoad();
        }
        try {
            return passwords.authenticate(login);
        } finally {
            running.release();
        }
    }

    private boolean isItsTurn() {
        try {
            return running.tryAcquire(longestWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
