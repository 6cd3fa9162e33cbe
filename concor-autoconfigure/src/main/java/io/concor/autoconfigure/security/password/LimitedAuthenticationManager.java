package io.concor.autoconfigure.security.password;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.ProviderNotFoundException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.authentication.configuration.AuthenticationConfiguration;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * Refuses log-ins from a remote address after ten of them have failed within a minute, until the minute is over. The
 * right password is refused as well, or guessing would go on. Other addresses are not affected. Holds no lock while a
 * password is checked. Thread-safe.
 */
public final class LimitedAuthenticationManager implements AuthenticationManager {

    static final int MOST_ADDRESSES = 1_000;

    private final AuthenticationManager passwords;
    private final FailedLoginLog log;
    private final LongSupplier nanoTime;
    /** In the order in which their minutes begin, and end. Guarded by this object. */
    private final Map<String, FailedLogins> byAddress = new LinkedHashMap<>();

    /**
     * @param passwords checks the passwords
     * @param nanoTime a monotonic clock
     */
    LimitedAuthenticationManager(AuthenticationManager passwords, FailedLoginLog log, LongSupplier nanoTime) {
        this.passwords = passwords;
        this.log = log;
        this.nanoTime = nanoTime;
    }

    /** Limits the log-ins that the authentication of the application checks. */
    public static AuthenticationManager of(AuthenticationConfiguration application, FailedLoginLog log) {
        AuthenticationManager checks =
                new PasswordChecks(application.getAuthenticationManager(), PasswordChecks.LONGEST_WAIT);
        return new LimitedAuthenticationManager(checks, log, System::nanoTime);
    }

    /** Checks only passwords: a log-in of another kind that has failed comes here, too, and would take their places. */
    @Override
    public Authentication authenticate(Authentication login) {
        if (!(login instanceof UsernamePasswordAuthenticationToken)) {
            throw new ProviderNotFoundException("No password to check");
        }
        String address = address(login);
        FailedLogins failed = counter(address, nanoTime.getAsLong());
        try {
            return check(login, failed);
        } catch (BadCredentialsException wrong) {
            log.failed(login.getName(), address);
            throw wrong;
        } catch (RefusedLoginException refused) {
            log.refused(login.getName(), address);
            throw refused;
        }
    }

    /** Returns the counter of the present minute of an address. Drops the oldest minute when there are too many. */
    private synchronized FailedLogins counter(String address, long nowNanos) {
        byAddress.values().removeIf(minute -> minute.hasEnded(nowNanos));
        FailedLogins counter = byAddress.computeIfAbsent(address, any -> new FailedLogins(nowNanos));
        if (byAddress.size() > MOST_ADDRESSES) {
            byAddress.remove(byAddress.keySet().iterator().next());
        }
        return counter;
    }

    private Authentication check(Authentication login, FailedLogins failed) {
        failed.begin(nanoTime.getAsLong());
        boolean wrong = false;
        try {
            return passwords.authenticate(login);
        } catch (BadCredentialsException refused) {
            wrong = true;
            throw refused;
        } finally {
            failed.end(wrong);
        }
    }

    private static String address(Authentication login) {
        return login.getDetails() instanceof WebAuthenticationDetails details
                ? String.valueOf(details.getRemoteAddress())
                : "unknown";
    }
}
