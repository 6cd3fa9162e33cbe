package io.concor.manage;

import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.LayoutRules;
import io.concor.engine.definition.LayoutRules.InitialSlot;
import io.concor.layout.Layout;
import io.concor.manage.ChangeResult.SlotChange;
import io.concor.preset.Preset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Computes the layout that a request or a preset asks for. */
final class ChangePlanner {

    /**
     * A change that has not been carried out.
     *
     * @param before the present layout
     * @param after the requested layout; the present one if nothing differs
     * @param slots the slots whose settings differ
     */
    record Plan(Layout before, Layout after, List<SlotChange> slots) {

        boolean isEmpty() {
            return slots.isEmpty();
        }

        List<String> slotNames() {
            return slots.stream().map(SlotChange::slot).toList();
        }
    }

    private final FlowDefinition flow;
    private final Map<String, Integer> indices;

    ChangePlanner(FlowDefinition flow) {
        this.flow = flow;
        this.indices = flow.indices();
    }

    int index(String slot) {
        Integer index = indices.get(slot);
        if (index == null) {
            throw new UnknownNameException("slot", slot, List.copyOf(indices.keySet()));
        }
        return index;
    }

    /**
     * Plans a change from the present layout.
     *
     * @param basis the layout of which the slots that the request does not name are kept
     * @throws UnknownNameException if the flow has no slot of a name
     */
    Plan plan(ChangeRequest request, Layout basis, Layout before) {
        Map<String, JoinSettings> after = after(request, basis.slots());
        List<SlotChange> differences = indices.keySet().stream()
                .map(slot -> new SlotChange(slot, before.slots().get(slot), after.get(slot)))
                .filter(change -> !Objects.equals(change.before(), change.after()))
                .toList();
        return new Plan(before, differences.isEmpty() ? before : new Layout(before.version() + 1, after), differences);
    }

    private Map<String, JoinSettings> after(ChangeRequest request, Map<String, JoinSettings> before) {
        request.slots().keySet().forEach(this::index);
        Map<String, JoinSettings> after = new LinkedHashMap<>();
        for (String slot : indices.keySet()) {
            Optional<JoinSettings> wanted = request.slots().get(slot);
            JoinSettings kept = request.exhaustive() ? null : before.get(slot);
            JoinSettings settings = wanted == null ? kept : wanted.orElse(null);
            if (settings != null) {
                after.put(slot, settings);
            }
        }
        return after;
    }

    /**
     * Returns the filled slots that a preset asks for. Fills slots that it leaves to the kind of their component.
     *
     * @throws UnknownNameException if such a slot does not exist
     * @throws InvalidLayoutException if a decision by kind would break a rule
     */
    Map<String, JoinSettings> slotsOf(Preset preset) {
        if (preset.byKind().isEmpty()) {
            return preset.slots();
        }
        preset.byKind().forEach(this::index);
        List<InitialSlot> initial =
                indices.keySet().stream().map(slot -> initialSlot(slot, preset)).toList();
        Map<String, JoinSettings> slots = new LinkedHashMap<>(LayoutRules.start(flow, initial));
        preset.slots().forEach(slots::putIfAbsent);
        return slots;
    }

    private static InitialSlot initialSlot(String slot, Preset preset) {
        JoinSettings settings = preset.slots().get(slot);
        InitialSlot unfilled = preset.byKind().contains(slot) ? InitialSlot.BY_KIND : InitialSlot.EMPTY;
        return settings == null ? unfilled : InitialSlot.of(settings);
    }
}
