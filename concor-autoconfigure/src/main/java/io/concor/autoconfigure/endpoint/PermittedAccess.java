package io.concor.autoconfigure.endpoint;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The access that the application permits for any endpoint, whatever the endpoint's own property says.
 *
 * @param most the largest one
 */
public record PermittedAccess(Access most) {

    /** The property that limits the access to all endpoints. */
    public static final String PROPERTY = "management.endpoints.access.max-permitted";

    /** Returns the access that an application permits. Default: all. */
    public static PermittedAccess of(Environment environment) {
        return new PermittedAccess(
                Binder.get(environment).bind(PROPERTY, Access.class).orElse(Access.UNRESTRICTED));
    }

    /** Whether an endpoint may have an access. */
    public boolean allows(Access wanted) {
        return most.cap(wanted) == wanted;
    }
}
