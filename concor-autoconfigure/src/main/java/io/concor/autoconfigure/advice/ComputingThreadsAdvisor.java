package io.concor.autoconfigure.advice;

import io.concor.layout.Topology;
import io.concor.manage.LayoutAdvisor;
import io.concor.text.Sentence;
import java.util.List;

/** Warns if a stage whose tasks compute has more threads than the machine has processors. Thread-safe. */
final class ComputingThreadsAdvisor implements LayoutAdvisor {

    private final int processors;

    ComputingThreadsAdvisor(int processors) {
        this.processors = processors;
    }

    @Override
    public List<String> warnings(Topology planned) {
        return PooledStage.allOf(planned).stream()
                .filter(stage -> stage.computes() && stage.threads() > processors)
                .map(this::warning)
                .toList();
    }

    private String warning(PooledStage stage) {
        return Sentence.of(
                "slot '%s' has %s for tasks that compute (%s), but the JVM has %s. More threads do not compute faster: use at most %d. If a task blocks, make it a SynchronizedRemoteTask",
                stage.slot(),
                stage.threadsInWords(),
                PooledStage.names(stage.components()),
                Sentence.counted(processors, "processor", "processors"),
                processors);
    }
}
