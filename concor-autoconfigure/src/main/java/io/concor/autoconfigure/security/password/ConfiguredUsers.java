package io.concor.autoconfigure.security.password;

import io.concor.autoconfigure.properties.section.Role;
import io.concor.autoconfigure.properties.section.SecuritySettings;
import io.concor.autoconfigure.properties.section.UserSettings;
import java.util.Map;
import java.util.Objects;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/**
 * The users of the configuration. Only finds users: Spring Security would replace their hashes, and fail for a password
 * beyond the limit of bcrypt. Thread-safe.
 */
public final class ConfiguredUsers implements UserDetailsService {

    private static final String USERS = "concor.security.users";

    private final InMemoryUserDetailsManager users = new InMemoryUserDetailsManager();

    private final boolean isEmpty;

    private ConfiguredUsers(Map<String, UserSettings> settings) {
        isEmpty = settings.isEmpty();
        settings.forEach(this::add);
    }

    /**
     * Checks the users.
     *
     * @throws UnusableUserException if there is none, or if one has no usable password or no role
     */
    public static ConfiguredUsers required(SecuritySettings settings) {
        if (settings.users().isEmpty()) {
            throw new UnusableUserException(USERS, "is empty although concor.security.enabled is true");
        }
        return optional(settings);
    }

    /**
     * Checks the users, if there are some.
     *
     * @throws UnusableUserException if one has no usable password or no role
     */
    public static ConfiguredUsers optional(SecuritySettings settings) {
        return new ConfiguredUsers(settings.users());
    }

    /** Returns no users: each log-in fails. */
    public static ConfiguredUsers none() {
        return new ConfiguredUsers(Map.of());
    }

    /** Returns whether there is no user. */
    public boolean isEmpty() {
        return isEmpty;
    }

    private void add(String name, UserSettings settings) {
        String problem = PasswordRules.problem(settings.password());
        if (problem != null) {
            throw new UnusableUserException(USERS + "." + name + ".password", problem);
        }
        if (settings.roles().isEmpty()) {
            throw new UnusableUserException(USERS + "." + name + ".roles", "is missing");
        }
        users.createUser(User.withUsername(name)
                .password(PasswordRules.hashed(Objects.requireNonNull(settings.password())))
                .roles(settings.roles().stream().map(Role::name).toArray(String[]::new))
                .build());
    }

    @Override
    public UserDetails loadUserByUsername(String name) {
        return users.loadUserByUsername(name);
    }
}
