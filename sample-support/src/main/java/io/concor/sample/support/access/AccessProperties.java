package io.concor.sample.support.access;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the access control for the management endpoints.
 *
 * @param guarded whether a user name and a password are required; if false, every caller that reaches the port may read
 *     and change
 * @param operatorPassword the password of the user {@code operator}, who reads and changes: plain, with 12 characters to
 *     72 bytes, or its bcrypt hash with the encoding in front, such as <code>{bcrypt}$2a$10$...</code>
 * @param viewerPassword the password of the user {@code viewer}, who reads, in the same forms
 */
@ConfigurationProperties(prefix = "access", ignoreUnknownFields = false)
record AccessProperties(
        boolean guarded,
        @Nullable String operatorPassword,
        @Nullable String viewerPassword) {

    AccessProperties {
        if (guarded) {
            require(operatorPassword, "access.operator-password", "OPERATOR_PASSWORD");
            require(viewerPassword, "access.viewer-password", "VIEWER_PASSWORD");
        }
    }

    private static void require(@Nullable String password, String property, String variable) {
        String problem = PasswordRules.problem(password);
        if (problem != null) {
            throw new UnusablePasswordException(property, variable, problem);
        }
    }

    /** Returns the settings without the passwords. */
    @Override
    public String toString() {
        return "AccessProperties[guarded=" + guarded + "]";
    }
}
