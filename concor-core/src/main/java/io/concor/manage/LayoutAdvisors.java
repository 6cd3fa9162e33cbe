package io.concor.manage;

import io.concor.engine.StagedFlow;
import io.concor.layout.Layout;
import io.concor.layout.Topology;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All layout advisors of a manager. Thread-safe. */
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
        Topology planned = TopologyReader.read(flow, layout, null, null);
        return advisors.stream()
                .flatMap(advisor -> warnings(advisor, planned).stream())
                .toList();
    }

    private static List<String> warnings(LayoutAdvisor advisor, Topology planned) {
        try {
            return advisor.warnings(planned);
        } catch (Throwable failed) {
            logger.error("A layout advisor failed: {}", advisor.getClass().getName(), failed);
            return List.of();
        }
    }
}
