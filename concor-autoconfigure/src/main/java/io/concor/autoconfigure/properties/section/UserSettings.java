package io.concor.autoconfigure.properties.section;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A user of the management endpoints.
 *
 * @param password Password of the user: plain, with at least 12 characters and at most 72 bytes in UTF-8, or its bcrypt
 *     hash after {bcrypt}. A plain one that begins with a brace needs {noop} in front. Default: none, which is an error.
 * @param roles What the user may do: viewer, presets, diagnosis, operator. Default: none, which is an error.
 */
@ConfigurationPropertiesSource
public record UserSettings(
        @Nullable String password, @DefaultValue Set<Role> roles) {

    /** Returns the settings without the password. */
    @Override
    public String toString() {
        return "UserSettings[roles=" + roles + "]";
    }
}
