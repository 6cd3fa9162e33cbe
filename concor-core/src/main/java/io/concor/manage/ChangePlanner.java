package io.concor.manage;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.engine.definition.FlowDefinition;
import io.concor.layout.Layout;
import io.concor.manage.ChangeResult.SlotChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out what a request would make of a layout. */
public final class ChangePlanner {

    private final FlowDefinition flow;
    private final Map<String, Integer> indices;

    public ChangePlanner(FlowDefinition flow) {
        this.flow = flow;
        this.indices = flow.indices();
    }

    public int index(String slot) {
        Integer index = indices.get(slot);
        if (index == null) {
            throw new UnknownNameException("slot", slot, List.copyOf(indices.keySet()));
        }
        return index;
    }

    /**
     * What is to be done.
     *
     * @throws UnknownNameException when there is no such slot
     */
    PlannedChange plan(ChangeRequest request, Layout before) {
        Map<String, JoinSettings> after = after(request, before);
        List<SlotChange> changes = differences(before.slots(), after);
        return new PlannedChange(
                before, changes.isEmpty() ? before : new Layout(before.version() + 1, after), List.copyOf(changes));
    }

    /**
     * Checks that the layout is the one on which a request is based.
     *
     * @throws VersionConflictException when it has another version than expected
     */
    void requireVersion(ChangeRequest request, Layout present) {
        Long expected = request.expectedVersion();
        if (expected != null && expected != present.version()) {
            throw new VersionConflictException(flow.name(), expected, present.version());
        }
    }

    private Map<String, JoinSettings> after(ChangeRequest request, Layout before) {
        request.slots().keySet().forEach(this::index);
        Map<String, JoinSettings> after = new LinkedHashMap<>();
        for (Component component : flow.components()) {
            String slot = component.name();
            Optional<JoinSettings> wanted = request.slots().get(slot);
            JoinSettings kept = request.exhaustive() ? null : before.slots().get(slot);
            JoinSettings settings = wanted == null ? kept : wanted.orElse(null);
            if (settings != null) {
                after.put(slot, settings);
            }
        }
        return after;
    }

    private List<SlotChange> differences(Map<String, JoinSettings> before, Map<String, JoinSettings> after) {
        List<SlotChange> changes = new ArrayList<>();
        for (Component component : flow.components()) {
            JoinSettings old = before.get(component.name());
            JoinSettings wanted = after.get(component.name());
            if (old != null ? !old.equals(wanted) : wanted != null) {
                changes.add(new SlotChange(component.name(), old, wanted));
            }
        }
        return changes;
    }
}
