package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.FlowDefinition.Scope;
import io.concor.layout.DeliveryGuarantee;
import io.concor.layout.FlowGraph;
import io.concor.layout.Layout;
import io.concor.layout.Stages;
import io.concor.queue.QueueStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Derives from a layout how often the effects behind each slot happen. */
final class DeliveryReader {

    private final FlowDefinition flow;
    private final Layout layout;
    private final Stages stages;

    DeliveryReader(FlowDefinition flow, Layout layout) {
        this.flow = flow;
        this.layout = layout;
        this.stages = flow.stages(layout.slots());
    }

    /** Returns the guarantee of each slot; null for those whose events wait in memory, or are handled elsewhere. */
    List<@Nullable DeliveryGuarantee> read() {
        List<@Nullable DeliveryGuarantee> each = new ArrayList<>();
        for (int i = 0; i < flow.size(); i++) {
            QueueKind queue = queue(i);
            each.add(queue == QueueKind.MEMORY || !flow.isHere(i) ? null : of(i, flow.store(queue)));
        }
        return each;
    }

    private QueueKind queue(int slot) {
        JoinSettings join = layout.slots().get(flow.component(slot).name());
        return join == null ? QueueKind.MEMORY : join.queue();
    }

    private DeliveryGuarantee of(int slot, QueueStore store) {
        boolean once = store.sharesTransactions() && endsInStore(slot, store) && isOneTransaction(slot, store);
        return once ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.AT_LEAST_ONCE;
    }

    /** Whether the transaction ends with the event, or with its hand-over to the next slot. */
    private boolean endsInStore(int slot, QueueStore store) {
        int end = stages.end(slot);
        return end == FlowGraph.END
                || (queue(end) != QueueKind.MEMORY && flow.store(queue(end)).base() == store.base());
    }

    /** Whether all components of the stage run on its thread, and in no other transaction. */
    private boolean isOneTransaction(int slot, QueueStore store) {
        @Nullable Scope[] scopes = flow.scopeOfEach();
        return stages.stage(slot)
                .allMatch(i -> !flow.component(i).kind().leavesThread() && isOfStore(scopes[i], slot, store));
    }

    private boolean isOfStore(@Nullable Scope scope, int slot, QueueStore store) {
        return scope == null
                || (scope.from().equals(flow.component(slot).name()) && store.sharesTransactions(scope.transactions()));
    }
}
