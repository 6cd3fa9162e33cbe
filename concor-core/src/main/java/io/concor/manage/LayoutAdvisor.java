package io.concor.manage;

import io.concor.layout.Topology;
import java.util.List;

/** Warns of layouts that are allowed but not advisable. Thread-safe. Exceptions are logged. */
@FunctionalInterface
public interface LayoutAdvisor {

    /**
     * Returns a sentence for each concern about a layout.
     *
     * @param planned the flow with this layout, which is in force or planned; without active preset and trial
     */
    List<String> warnings(Topology planned);

    /**
     * Returns a sentence for each concern about a change of a layout, in addition to those about the new layout. The
     * default implementation has none.
     *
     * @param before the flow with the layout before the change; without active preset and trial
     * @param planned the flow with the layout after the change; without active preset and trial
     */
    default List<String> warnings(Topology before, Topology planned) {
        return List.of();
    }
}
