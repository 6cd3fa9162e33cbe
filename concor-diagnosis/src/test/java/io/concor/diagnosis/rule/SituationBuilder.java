package io.concor.diagnosis.rule;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.signal.FlowWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.HostWindow;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.Level;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.layout.Layout;
import io.concor.statistics.DurationHistogram;
import io.concor.statistics.FlowHistograms;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Five equal windows of a flow with one component, whose threads are busy. */
final class SituationBuilder {

    static final String NAME = "task";

    private JoinSettings settings = JoinSettings.fixed(2);
    private double processor = 0.05;
    private double process = 1;
    private double system = 2;
    private double runnable;
    private List<PoolWindow> pools = List.of();
    private @Nullable StackProfile look;
    private DurationHistogram service = DurationHistogram.NONE;

    SituationBuilder threads(int number) {
        settings = JoinSettings.fixed(number);
        return this;
    }

    SituationBuilder virtual(int most) {
        settings = JoinSettings.virtual(most);
        return this;
    }

    SituationBuilder look(StackProfile closer) {
        look = closer;
        return this;
    }

    /** The share of the threads' time on a processor. */
    SituationBuilder processor(double share) {
        processor = share;
        return this;
    }

    /** The number of processors, of two, used by this process and by all, and of threads that wait for one. */
    SituationBuilder host(double usedByProcess, double usedByAll, double waiting) {
        process = usedByProcess;
        system = usedByAll;
        runnable = waiting;
        return this;
    }

    /** A connection pool for which this number of threads wait. */
    SituationBuilder pendingConnections(double threads) {
        pools = List.of(new PoolWindow("pool", "connections", "setting", 2, level(2), level(threads)));
        return this;
    }

    SituationBuilder service(long[] nanos, long[] counts) {
        service = DurationHistogram.of(nanos, counts);
        return this;
    }

    private static Level level(double value) {
        return new Level(value, value, value);
    }

    Situation build() {
        FlowHistograms times = new FlowHistograms(service, List.of(service), List.of(DurationHistogram.NONE));
        return new Situation(
                Collections.nCopies(5, observation()), () -> times, new Baseline(1), OptionalDouble.empty(), look);
    }

    private Observation observation() {
        FlowWindow flow = new FlowWindow(
                0,
                new Layout(1, Map.of(NAME, settings)),
                false,
                1,
                100,
                10,
                0,
                64,
                level(64),
                level(0),
                List.of(new ComponentWindow(
                        NAME, TaskKind.SYNCHRONIZED_REMOTE, level(settings.threads()), Level.ZERO, Level.ZERO, 0)),
                List.of(new SlotWindow(NAME, settings, 100, 1, 0, OptionalDouble.of(processor), level(60))));
        return new Observation(
                flow,
                new HostWindow(
                        2,
                        OptionalDouble.of(process),
                        OptionalDouble.of(system),
                        OptionalDouble.of(runnable),
                        0,
                        pools));
    }
}
