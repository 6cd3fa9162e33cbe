package io.concor.manage;

import io.concor.Component;
import io.concor.InvalidFlowException;
import io.concor.engine.StagedFlow;
import io.concor.engine.definition.FlowDefinition;
import java.util.Collection;
import java.util.Locale;

/** Rules between flows: names are unique, and a single-threaded or keyed task belongs to one flow. */
final class CrossFlowRules {

    private CrossFlowRules() {}

    /**
     * @param known the flows that are not closed
     * @param ending closed flows with threads that have not returned from a task
     */
    static void check(FlowDefinition added, Collection<StagedFlow<?, ?>> known, Collection<StagedFlow<?, ?>> ending) {
        for (StagedFlow<?, ?> other : known) {
            if (other.name().equals(added.name())) {
                throw new InvalidFlowException(
                        added.name(), null, "there is a flow of this name already", "Give each flow its own name");
            }
            requireOwnTasks(added, other.definition());
        }
        ending.forEach(other -> requireOwnTasks(added, other.definition()));
    }

    private static void requireOwnTasks(FlowDefinition added, FlowDefinition other) {
        for (Component theirs : other.components()) {
            for (Component ours : added.components()) {
                if (FlowDefinition.isExclusive(ours) && ours.task() == theirs.task()) {
                    throw new InvalidFlowException(
                            added.name(),
                            ours.name(),
                            String.format(
                                    Locale.ROOT,
                                    "its %s task%s stands at component '%s' of flow '%s' as well, so it could run at the same time as itself",
                                    ours.kind(),
                                    bean(ours),
                                    theirs.name(),
                                    other.name()),
                            FlowDefinition.remedyForShared(ours));
                }
            }
        }
    }

    private static String bean(Component component) {
        return component.bean() == null ? "" : String.format(Locale.ROOT, ", bean '%s',", component.bean());
    }
}
