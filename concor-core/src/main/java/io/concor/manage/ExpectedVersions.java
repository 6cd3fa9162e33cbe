package io.concor.manage;

import io.concor.layout.Layout;
import io.concor.manage.ChangeEntry.Action;

/**
 * Decides whether a layout has the version that a request expects. Changes of origins that give way, their confirmations
 * and the end of their trials are no conflict for requests of others. Guarded by the lock of the flow's changes.
 */
final class ExpectedVersions {

    private final String flow;
    /** The last version that an origin which does not give way has created or decided to keep. */
    private long lastDecided;

    /** @param version the version of the first layout */
    ExpectedVersions(String flow, long version) {
        this.flow = flow;
        this.lastDecided = version;
    }

    /** Called when a request of an origin that does not give way has created a layout or ended a trial with it. */
    void decided(Layout layout) {
        lastDecided = layout.version();
    }

    /** @throws VersionConflictException if the layout has another version than the request expects */
    void require(Action action, ChangeRequest request, Layout present) {
        Long expected = request.expectedVersion();
        if (expected != null && expected != present.version() && !toleratesSince(expected, action, request, present)) {
            throw new VersionConflictException(flow, expected, present.version());
        }
    }

    /** A confirmation keeps a layout that its user must have seen. */
    private boolean toleratesSince(long expected, Action action, ChangeRequest request, Layout present) {
        boolean tolerates = action != Action.CONFIRM && !request.origin().givesWay();
        return tolerates && lastDecided <= expected && expected < present.version();
    }
}
