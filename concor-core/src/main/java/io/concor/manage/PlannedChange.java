package io.concor.manage;

import io.concor.layout.Layout;
import io.concor.manage.ChangeResult.SlotChange;
import java.util.List;

/**
 * A change that is not made yet.
 *
 * @param before the layout at present
 * @param after the layout that it shall become; the same version where nothing differs
 * @param slots the slots whose settings differ
 */
public record PlannedChange(Layout before, Layout after, List<SlotChange> slots) {

    boolean nothing() {
        return slots.isEmpty();
    }

    public List<String> slotNames() {
        return slots.stream().map(SlotChange::slot).toList();
    }
}
