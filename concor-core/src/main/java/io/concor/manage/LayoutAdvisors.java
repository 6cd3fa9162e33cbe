package io.concor.manage;

import io.concor.engine.StagedFlow;
import io.concor.layout.Layout;
import io.concor.layout.Topology;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whoever warns of layouts. */
final class LayoutAdvisors {

    private static final Logger logger = LoggerFactory.getLogger(Manager.class);

    private final List<LayoutAdvisor> advisors = new CopyOnWriteArrayList<>();

    void add(LayoutAdvisor advisor) {
        advisors.add(advisor);
    }

    List<String> warnings(StagedFlow<?, ?> flow, Layout layout) {
        if (advisors.isEmpty()) {
            return List.of();
        }
        Topology planned =
                TopologyReader.read(flow.definition(), flow.lifecycle().state(), layout, null, false, null);
        return advisors.stream()
                .flatMap(advisor -> ask(advisor, planned).stream())
                .toList();
    }

    private static List<String> ask(LayoutAdvisor advisor, Topology planned) {
        try {
            return advisor.warnings(planned);
        } catch (Throwable failed) {
            logger.error("A layout advisor failed: {}", advisor.getClass().getName(), failed);
            return List.of();
        }
    }
}
