package io.concor.autoconfigure.security.password;

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
    private final FailedLoginTable<String> byAddress;

    /**
     * @param passwords checks the passwords
     * @param nanoTime a monotonic clock
     */
    LimitedAuthenticationManager(AuthenticationManager passwords, FailedLoginLog log, LongSupplier nanoTime) {
        this.passwords = passwords;
        this.log = log;
        this.nanoTime = nanoTime;
        this.byAddress = new FailedLoginTable<>(MOST_ADDRESSES, nanoTime);
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
        FailedLogins failed = byAddress.minute(address);
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
