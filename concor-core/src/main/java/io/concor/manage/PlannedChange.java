package io.concor.manage;

import io.concor.layout.Layout;
import io.concor.manage.ChangeResult.SlotChange;
import java.util.List;

/**
 * A change that has not been carried out.
 *
 * @param before the present layout
 * @param after the layout wanted; the present one if nothing differs
 * @param slots the slots whose settings differ
 */
record PlannedChange(Layout before, Layout after, List<SlotChange> slots) {

    boolean isEmpty() {
        return slots.isEmpty();
    }

    List<String> slotNames() {
        return slots.stream().map(SlotChange::slot).toList();
    }
}
