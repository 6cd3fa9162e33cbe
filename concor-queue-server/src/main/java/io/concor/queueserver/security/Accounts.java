package io.concor.queueserver.security;

import io.concor.queues.client.QueuesSettings;
import io.concor.queueserver.QueueServerProperties;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/**
 * The clients and operators of the configuration. A password is checked with each request: hashes that take long, such as those of
 * bcrypt, would take most of the time of the server. So the hashes are quick ones, salted, kept in memory only, and passwords that
 * can be guessed quickly are refused at the start. Thread-safe.
 */
final class Accounts implements AuthenticationProvider {

    static final int LEAST = 12;
    static final int MOST = 200;

    private static final int SALT_BYTES = 32;
    private static final GrantedAuthority OPERATOR = new SimpleGrantedAuthority("ROLE_OPERATOR");

    private final byte[] salt = new byte[SALT_BYTES];
    private final Map<String, Account> accounts = new ConcurrentHashMap<>();
    private final LoginAttempts attempts = new LoginAttempts(System::nanoTime);
    private final Account unknown;

    private record Account(byte[] hash, List<GrantedAuthority> roles) {}

    /**
     * @throws UnusableAccountException if a password cannot be used, or a name has two
     */
    Accounts(QueueServerProperties properties) {
        new SecureRandom().nextBytes(salt);
        unknown = new Account(hash(""), List.of());
        properties.users().forEach((name, password) -> add("users", name, password, ClientRole.CLIENT));
        properties.operators().forEach((name, password) -> add("operators", name, password, OPERATOR));
    }

    private void add(String group, String name, String password, GrantedAuthority role) {
        if (password.strip().length() < LEAST || password.length() > MOST) {
            throw UnusableAccountException.password("concor.queue-server." + group + "." + name, LEAST, MOST);
        }
        if (accounts.put(name, new Account(hash(password), List.of(role))) != null) {
            throw UnusableAccountException.both(name);
        }
    }

    /** Takes as long for a name that is not known. One that no client can have is not kept. */
    @Override
    public Authentication authenticate(Authentication login) {
        if (login.getName().length() > QueuesSettings.MOST_NAME) {
            throw wrong();
        }
        LoginAttempts.Caller caller = new LoginAttempts.Caller(login.getName(), address(login));
        attempts.requireFewWrong(caller);
        String password = String.valueOf(login.getCredentials());
        Account account = accounts.getOrDefault(login.getName(), unknown);
        boolean isRight = password.length() <= MOST && MessageDigest.isEqual(account.hash(), hash(password));
        if (!isRight || account == unknown) {
            attempts.countWrong(caller);
            throw wrong();
        }
        attempts.countRight(caller);
        UsernamePasswordAuthenticationToken known =
                UsernamePasswordAuthenticationToken.authenticated(login.getName(), null, account.roles());
        known.setDetails(login.getDetails());
        return known;
    }

    private static BadCredentialsException wrong() {
        return new BadCredentialsException("The name or the password is wrong");
    }

    private static String address(Authentication login) {
        return login.getDetails() instanceof WebAuthenticationDetails details
                ? String.valueOf(details.getRemoteAddress())
                : "unknown";
    }

    private byte[] hash(String password) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(salt);
            return digest.digest(password.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(authentication);
    }
}
