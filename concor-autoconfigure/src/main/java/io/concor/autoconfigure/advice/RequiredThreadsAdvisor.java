package io.concor.autoconfigure.advice;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.layout.Topology;
import io.concor.manage.LayoutAdvisor;
import io.concor.statistics.FlowStatistics;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Warns if a stage has fewer threads than the measured load keeps busy: arrival rate times service time (Little's law).
 * Does not warn while there are too few samples. Thread-safe.
 */
final class RequiredThreadsAdvisor implements LayoutAdvisor {

    private final Function<String, FlowStatistics> statistics;

    /** @param statistics returns the statistics of a flow by its name */
    RequiredThreadsAdvisor(Function<String, FlowStatistics> statistics) {
        this.statistics = statistics;
    }

    @Override
    public List<String> warnings(Topology planned) {
        MeasuredLoad load = MeasuredLoad.of(statistics.apply(planned.flow()));
        return PooledStage.allOf(planned).stream()
                .flatMap(stage -> warning(stage, load).stream())
                .toList();
    }

    private static List<String> warning(PooledStage stage, MeasuredLoad load) {
        List<String> tasks = stage.components().stream()
                .filter(RequiredThreadsAdvisor::keepsItsThread)
                .map(Component::name)
                .toList();
        OptionalDouble service = load.serviceSeconds(tasks);
        return service.isEmpty() || load.perSecond() * service.getAsDouble() <= stage.threads()
                ? List.of()
                : List.of(warning(stage, load, service.getAsDouble(), load.samples(tasks)));
    }

    /** A transition task returns its thread long before its service ends. Few events reach a catch task. */
    private static boolean keepsItsThread(Component component) {
        return component.kind() != TaskKind.TRANSITION && component.kind() != TaskKind.CATCH;
    }

    private static String warning(PooledStage stage, MeasuredLoad load, double seconds, long samples) {
        double busy = load.perSecond() * seconds;
        return String.format(
                Locale.ROOT,
                "slot '%s' has %s, but %.1f events/s of %.1f ms each keep %.1f threads busy (from %d samples): its queue grows. Use at least %.0f threads, or make its tasks faster",
                stage.slot(),
                stage.threadsInWords(),
                load.perSecond(),
                seconds * 1_000,
                busy,
                samples,
                Math.ceil(busy));
    }
}
