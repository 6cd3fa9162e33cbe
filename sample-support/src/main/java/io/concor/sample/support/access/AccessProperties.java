package io.concor.sample.support.access;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/**
 * Settings of the access control for the management endpoints.
 *
 * @param guarded whether a user name and a password are required; if false, every caller that reaches the port may read
 *     and change
 * @param operatorPassword the password of the user {@code operator}, who reads and changes: plain, or encoded with the
 *     encoding in front, such as <code>{bcrypt}$2a$10$...</code>
 * @param viewerPassword the password of the user {@code viewer}, who reads, in the same forms
 */
@ConfigurationProperties(prefix = "access", ignoreUnknownFields = false)
record AccessProperties(
        boolean guarded,
        @Nullable String operatorPassword,
        @Nullable String viewerPassword) {

    private static final int SHORTEST = 12;

    /** The prefix of a plain password. */
    private static final String NOT_ENCODED = "{noop}";

    AccessProperties {
        if (guarded) {
            require(operatorPassword, "access.operator-password", "OPERATOR_PASSWORD");
            require(viewerPassword, "access.viewer-password", "VIEWER_PASSWORD");
        }
    }

    private static void require(@Nullable String password, String property, String variable) {
        String given = password == null ? "" : password;
        if (given.startsWith("{") && !namesAnEncoding(given)) {
            throw new IllegalArgumentException(("%s begins with { and names no known encoding:"
                            + " set the environment variable %s, with {noop} in front of a plain password")
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

    /** Asks the encoder that compares passwords later. There is no encoded text to compare with, so it takes no time. */
    private static boolean namesAnEncoding(String password) {
        String encoding = password.substring(0, password.indexOf('}') + 1);
        try {
            PasswordEncoderFactories.createDelegatingPasswordEncoder().matches("any", encoding);
            return !encoding.isEmpty();
        } catch (IllegalArgumentException unknown) {
            return false;
        }
    }

    /** Returns the settings without the passwords. */
    @Override
    public String toString() {
        return "AccessProperties[guarded=" + guarded + "]";
    }
}
