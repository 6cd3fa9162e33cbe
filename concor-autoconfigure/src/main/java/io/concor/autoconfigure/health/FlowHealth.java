package io.concor.autoconfigure.health;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of one flow.
 *
 * @param reason why the status is not up, or what else impaired the flow, or null
 */
record FlowHealth(Status status, @Nullable String reason) {

    static final FlowHealth HEALTHY = new FlowHealth(Status.UP, null);

    boolean worseThan(Status other) {
        return rank(status) > rank(other);
    }

    private static int rank(Status status) {
        if (status.equals(Status.DOWN)) {
            return 2;
        }
        return status.equals(Status.OUT_OF_SERVICE) ? 1 : 0;
    }
}
