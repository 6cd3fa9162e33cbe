package io.concor.autoconfigure.endpoint.change;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.endpoint.AllFlows;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.layout.Topology;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Returns the history of changes, confirms a change on trial, and undoes the last change. Thread-safe. */
@Endpoint(id = "concorchanges", defaultAccess = Access.READ_ONLY)
public final class ConcorChangesEndpoint {

    private static final String CONFIRM = "confirm";
    private static final String UNDO = "undo";

    private final Manager manager;
    private final CallerContext caller;

    ConcorChangesEndpoint(Manager manager, CallerContext caller) {
        this.manager = manager;
        this.caller = caller;
    }

    /**
     * Returns the changes of all flows, newest first.
     *
     * @param limit the maximum number of entries of each flow; default: all
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public AllFlows<ChangeHistoryDescriptor> allChanges(@Nullable String limit) {
        int most = most(limit);
        return AllFlows.oneByOne(
                manager.flows().map(flow -> changes(flow, most)).toList());
    }

    /**
     * Returns the changes of a flow, newest first.
     *
     * @param flow the name of the flow
     * @param limit the maximum number of entries; default: all
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public ChangeHistoryDescriptor changes(@Selector String flow, @Nullable String limit) {
        return changes(manager.flow(flow), most(limit));
    }

    private static ChangeHistoryDescriptor changes(ManagedFlow flow, int most) {
        Topology topology = flow.topology();
        return new ChangeHistoryDescriptor(
                topology.flow(),
                topology.version(),
                TrialDescriptor.of(topology.trial()),
                flow.history(most).stream()
                        .map(ChangeHistoryDescriptor.RecordedChange::of)
                        .toList());
    }

    private static int most(@Nullable String limit) {
        int most = limit == null ? Integer.MAX_VALUE : SettingFormat.wholeNumber("limit", limit);
        if (most < 0) {
            throw InvalidSettingException.outOfBounds("limit", most, "0 or more");
        }
        return most;
    }

    /**
     * Confirms the changes on trial, or undoes them; without a trial, undoes the last change.
     *
     * @param flow the name of the flow
     * @param action {@code confirm} or {@code undo}
     * @param expectedVersion the version that the layout must have
     * @param reason the reason for the history
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public ChangeDescriptor decide(
            @Selector String flow, @Nullable String action, @Nullable String expectedVersion, @Nullable String reason) {
        manager.flow(flow);
        ChangeRequest options = new ChangeOptions(expectedVersion, null, reason, null)
                .on(ChangeRequest.options(flow).by(caller.origin()));
        return switch (action == null ? "" : action) {
            case CONFIRM -> ChangeDescriptor.ofConfirmation(manager.confirm(options));
            case UNDO -> ChangeDescriptor.ofUndo(manager.undo(options));
            default ->
                throw new InvalidSettingException(
                        "action", action == null ? "it is missing" : unknown(action), CONFIRM + ", " + UNDO);
        };
    }

    private static String unknown(String action) {
        return Sentence.of(
                "'%s' is unknown%s", SafeText.shown(action), SimilarNames.hint(action, List.of(CONFIRM, UNDO)));
    }
}
