package io.concor.autoconfigure.advice;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.layout.Topology;
import io.concor.manage.LayoutAdvisor;
import io.concor.text.Sentence;
import java.util.List;

/** Warns if only one thread serves a task that blocks. Stateless and thread-safe. */
final class LoneRemoteThreadAdvisor implements LayoutAdvisor {

    @Override
    public List<String> warnings(Topology planned) {
        return PooledStage.allOf(planned).stream()
                .filter(stage -> stage.threads() == 1)
                .filter(stage -> !remote(stage).isEmpty())
                .map(LoneRemoteThreadAdvisor::warning)
                .toList();
    }

    private static List<Component> remote(PooledStage stage) {
        return stage.componentsOf(TaskKind.SYNCHRONIZED_REMOTE);
    }

    private static String warning(PooledStage stage) {
        return Sentence.of(
                "slot '%s' has %s (pool %s) for tasks that block (%s): while one event waits for its answer, all others wait. Use as many threads as events arrive per second times the seconds that an answer takes",
                stage.slot(), stage.threadsInWords(), stage.join().pool(), PooledStage.names(remote(stage)));
    }
}
