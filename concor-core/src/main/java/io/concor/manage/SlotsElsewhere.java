package io.concor.manage;

import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.layout.FlowInstance;
import io.concor.manage.ChangePlanner.Plan;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Refuses changes of slots whose components run on other nodes: they would have no effect. Where events leave this process, some
 * have one: whether they leave, for how many events there is room, and whether all keep one order. Whole layouts are for all nodes,
 * as presets and the configuration are, and may be applied in each process. Thread-safe.
 */
final class SlotsElsewhere {

    private static final int MOST_NAMES = 5;

    private final StagedFlow<?, ?> flow;
    private final FlowDefinition definition;

    SlotsElsewhere(StagedFlow<?, ?> flow) {
        this.flow = flow;
        this.definition = flow.definition();
    }

    /** @throws ChangeNotPossibleException if the request names a slot that it would change in vain */
    void refuse(ChangeRequest request, Plan plan) {
        boolean ofAllNodes =
                request.exhaustive() || request.origin().source().equals(ChangeOrigin.Source.CONFIGURATION);
        if (!ofAllNodes && !definition.placement().isWhole()) {
            request.slots().keySet().stream()
                    .filter(slot -> isVain(slot, plan))
                    .findFirst()
                    .ifPresent(slot -> {
                        throw refused(slot);
                    });
        }
    }

    private boolean isVain(String slot, Plan plan) {
        int component = index(slot);
        if (definition.isHere(component)) {
            return false;
        }
        JoinSettings before = plan.before().slots().get(slot);
        JoinSettings after = plan.after().slots().get(slot);
        boolean left = definition.leavesAt(component, before);
        boolean leaves = definition.leavesAt(component, after);
        return left == leaves && (!leaves || differsInVain(before, after));
    }

    private int index(String slot) {
        return Objects.requireNonNull(definition.indices().get(slot));
    }

    private static boolean differsInVain(@Nullable JoinSettings before, @Nullable JoinSettings after) {
        return before != null
                && after != null
                && !before.equals(after)
                && before.capacity() == after.capacity()
                && before.oneThreaded() == after.oneThreaded();
    }

    private ChangeNotPossibleException refused(String slot) {
        String node = Objects.requireNonNull(definition.placement().node(index(slot)));
        List<String> processes = flow.reader().instances().stream()
                .filter(instance -> instance.nodes().contains(node))
                .map(FlowInstance::name)
                .toList();
        String some = processes.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        String names = processes.size() > MOST_NAMES ? some + ", …" : some;
        return new ChangeNotPossibleException(
                flow.name(),
                List.of(slot),
                Reason.ELSEWHERE,
                Sentence.of(
                        "its component runs on node '%s', and not in this process. Change it in each process of that node%s",
                        node, names.isEmpty() ? "" : ": " + names));
    }
}
