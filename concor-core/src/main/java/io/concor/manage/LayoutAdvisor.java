package io.concor.manage;

import io.concor.layout.Topology;
import java.util.List;

/** Warns of layouts that are allowed but not advisable. Called by any thread; what it throws is logged. */
@FunctionalInterface
public interface LayoutAdvisor {

    /**
     * What to say about a layout.
     *
     * @param planned the flow with this layout, which it has or is going to have; what it tells of presets and of a
     *     trial is left out
     * @return a sentence for each concern; empty where there is none
     */
    List<String> warnings(Topology planned);
}
