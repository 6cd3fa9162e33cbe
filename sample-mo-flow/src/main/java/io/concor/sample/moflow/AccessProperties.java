package io.concor.sample.moflow;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

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

    AccessProperties {
        if (guarded) {
            require(operatorPassword, "access.operator-password", "OPERATOR_PASSWORD");
            require(viewerPassword, "access.viewer-password", "VIEWER_PASSWORD");
        }
    }

    private static void require(@Nullable String password, String property, String variable) {
        int length = password == null ? 0 : password.strip().length();
        if (length < SHORTEST) {
            throw new IllegalArgumentException("%s %s: set the environment variable %s, to %d characters or more"
                    .formatted(property, length == 0 ? "is missing" : "is too short", variable, SHORTEST));
        }
    }

    /** Without the passwords. */
    @Override
    public String toString() {
        return "AccessProperties[guarded=" + guarded + "]";
    }
}
