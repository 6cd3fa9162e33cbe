package io.concor.autoconfigure.security.password;

import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.text.Sentence;

/** A configured user cannot be used. Contains no part of the password. */
public final class UnusableUserException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    /**
     * @param property the property of the user that has no usable value
     * @param problem what is wrong, after the name of the property in a sentence
     */
    UnusableUserException(String property, String problem) {
        super(property + " " + problem, remedy(property), null);
    }

    private static String remedy(String property) {
        if (property.endsWith(".roles")) {
            return Sentence.of("Set %s to viewer, presets, diagnosis or operator.", property);
        }
        if (property.endsWith(".users")) {
            return "Set concor.security.users.<name>.password and .roles, or define a UserDetailsService, or configure a"
                    + " client registration in spring.security.oauth2.client.";
        }
        return Sentence.of(
                "Set %s, or the variable that it refers to, to a password of at least %d characters and at most %d bytes"
                        + " in UTF-8, with {noop} in front of one that begins with {, or to the hash of one,"
                        + " {bcrypt}$2a$10$..., with a cost from %02d to %d.",
                property,
                PasswordRules.LEAST_CHARACTERS,
                PasswordRules.MOST_BYTES,
                PasswordRules.LEAST_COST,
                PasswordRules.MOST_COST);
    }
}
