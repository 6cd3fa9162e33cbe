package io.concor.manage;

import io.concor.ConcorException;
import io.concor.engine.StagedFlow;
import io.concor.manage.ChangeListener.PresetChange;
import java.util.List;

/**
 * Tells what became of a change, once others may change the flow, and of a preset: in the log, to who listens, and to
 * who asked for it.
 */
final class ChangePublisher {

    private final ChangeListeners listeners;
    private final LayoutAdvisors advisors;

    ChangePublisher(ChangeListeners listeners, LayoutAdvisors advisors) {
        this.listeners = listeners;
        this.advisors = advisors;
    }

    /** The result with what there is to say about the new layout. */
    ChangeResult made(ChangeInProgress report, ChangeResult result, StagedFlow<?, ?> flow) {
        ChangeResult told = result.warnings(advisors.warnings(flow, report.layout()));
        ChangeEntry entry = report.entry();
        if (entry != null) {
            ChangeLog.write(entry, told.warnings());
            listeners.recorded(entry);
            if (entry.outcome() != ChangeEntry.Outcome.CONFIRMED) {
                listeners.changed(report.request(), told);
            }
        }
        return told;
    }

    void preset(PresetChange change) {
        ChangeLog.write(change);
        listeners.preset(change);
    }

    void notMade(ChangeInProgress report, Throwable failed) {
        ChangeEntry entry = report.entry();
        if (entry != null) {
            ChangeLog.write(entry, List.of());
            listeners.recorded(entry);
            notMade(report.request(), failed);
        }
    }

    /** A flow that is not known has no history. */
    void notKnown(ChangeRequest request, UnknownNameException unknown) {
        if (!request.dryRun()) {
            notMade(request, unknown);
        }
    }

    private void notMade(ChangeRequest request, Throwable failed) {
        if (failed instanceof ConcorException reason) {
            listeners.refused(request, reason);
        }
    }
}
