package io.concor.manage;

import io.concor.layout.Layout;
import io.concor.manage.ChangeEntry.Action;

/**
 * Decides whether a layout has the version that a request expects. Changes of the autopilot, its confirmations and the
 * end of its trials are no conflict for requests of others. Guarded by the lock of the flow's changes.
 */
final class ExpectedVersions {

    private final String flow;
    /** The last version that others than the autopilot have created or decided to keep. */
    private long lastOfOthers;

    /** @param version the version of the first layout */
    ExpectedVersions(String flow, long version) {
        this.flow = flow;
        this.lastOfOthers = version;
    }

    /** Called when a request of another source than the autopilot has created a layout or ended a trial with it. */
    void decidedByOthers(Layout layout) {
        lastOfOthers = layout.version();
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
        boolean tolerates = action != Action.CONFIRM && !request.origin().isAutopilot();
        return tolerates && lastOfOthers <= expected && expected < present.version();
    }
}
