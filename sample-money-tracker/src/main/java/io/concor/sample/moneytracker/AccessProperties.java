package io.concor.sample.moneytracker;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/**
 * Who may call the management endpoints.
 *
 * @param guarded whether a name and a password are asked for; otherwise everybody who reaches the port may read and
 *     change
 * @param operatorPassword the password of the user {@code operator}, who may read and change; plain, or encoded with
 *     its kind in front, such as <code>{bcrypt}$2a$10$...</code>
 * @param viewerPassword the password of the user {@code viewer}, who may read, in the same forms
 */
@ConfigurationProperties(prefix = "access", ignoreUnknownFields = false)
record AccessProperties(
        boolean guarded,
        @Nullable String operatorPassword,
        @Nullable String viewerPassword) {

    private static final int SHORTEST = 12;

    /** The kind of a password that is not encoded. */
    private static final String NOT_ENCODED = "{noop}";

    AccessProperties {
        if (guarded) {
            require(operatorPassword, "access.operator-password", "OPERATOR_PASSWORD");
            require(viewerPassword, "access.viewer-password", "VIEWER_PASSWORD");
        }
    }

    private static void require(@Nullable String password, String property, String variable) {
        String given = password == null ? "" : password;
        if (given.startsWith("{") && !namesAKind(given)) {
            throw new IllegalArgumentException(("%s begins with { and names no kind of encoding that is known:"
                            + " set the environment variable %s, with {noop} in front where it is not encoded")
                    .formatted(property, variable));
        }
        int length = withoutNotEncoded(given).strip().length();
        if (length < SHORTEST) {
            throw new IllegalArgumentException("%s %s: set the environment variable %s, to %d characters or more"
                    .formatted(property, length == 0 ? "is missing" : "is too short", variable, SHORTEST));
        }
    }

    private static String withoutNotEncoded(String password) {
        return password.startsWith(NOT_ENCODED) ? password.substring(NOT_ENCODED.length()) : password;
    }

    /** Asks those who will compare passwords. There is nothing to compare with, so that it takes no time. */
    private static boolean namesAKind(String password) {
        String kind = password.substring(0, password.indexOf('}') + 1);
        try {
            PasswordEncoderFactories.createDelegatingPasswordEncoder().matches("any", kind);
            return !kind.isEmpty();
        } catch (IllegalArgumentException unknown) {
            return false;
        }
    }

    /** Without the passwords. */
    @Override
    public String toString() {
        return "AccessProperties[guarded=" + guarded + "]";
    }
}
