package io.concor.autoconfigure.security;

import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Refuses log-ins from a remote address after ten of them have failed within a minute, until the minute is over. The
 * right password is refused as well, or guessing would go on. Other addresses are not affected.
 * Checks passwords on at most half of the processors, in order of arrival: guessers with many addresses would take all.
 * Thread-safe.
 */
final class LimitedAuthenticationManager implements AuthenticationManager {

    static final int MOST_CHECKS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private final Semaphore checks = new Semaphore(MOST_CHECKS, true);
    private final AuthenticationManager passwords;
    private final FailedLoginLog log;
    private final LongSupplier nanoTime;
    private final FailedLoginCounters counters = new FailedLoginCounters();

    /**
     * Creates a manager.
     *
     * @param passwords checks the passwords
     * @param nanoTime a monotonic clock
     */
    LimitedAuthenticationManager(AuthenticationManager passwords, FailedLoginLog log, LongSupplier nanoTime) {
        this.passwords = passwords;
        this.log = log;
        this.nanoTime = nanoTime;
    }

    @Override
    public Authentication authenticate(Authentication login) {
        String address = address(login);
        FailedLogins failed = counters.of(address, nanoTime.getAsLong());
        synchronized (failed) { // one check at a time: all that run in parallel would pass the limit together
            requireFew(failed, login.getName(), address);
            try {
                return check(login);
            } catch (BadCredentialsException wrong) {
                failed.add();
                log.failed(login.getName(), address);
                throw wrong;
            }
        }
    }

    private Authentication check(Authentication login) {
        checks.acquireUninterruptibly();
        try {
            return passwords.authenticate(login);
        } finally {
            checks.release();
        }
    }

    private void requireFew(FailedLogins failed, String user, String address) {
        if (failed.areTooMany()) {
            log.refused(user, address);
            throw new TooManyFailedLoginsException(failed.timeLeft(nanoTime.getAsLong()));
        }
    }

    private static String address(Authentication login) {
        return login.getDetails() instanceof WebAuthenticationDetails details
                ? String.valueOf(details.getRemoteAddress())
                : "unknown";
    }
}
