package io.concor.autoconfigure.health;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of one flow.
 *
 * @param reason why the status is not up, or what else impaired the flow, or null
 */
record FlowHealth(Status status, @Nullable String reason) {

    private static final List<Status> BAD = List.of(Status.OUT_OF_SERVICE, Status.DOWN);

    static final FlowHealth HEALTHY = new FlowHealth(Status.UP, null);

    boolean worseThan(Status other) {
        return BAD.indexOf(status) > BAD.indexOf(other);
    }
}
