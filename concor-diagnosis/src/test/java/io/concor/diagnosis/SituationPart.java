package io.concor.diagnosis;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.signal.FlowWindow.BatchWindow;
import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.FlowWindow.StoredWindow;
import io.concor.diagnosis.signal.Level;
import io.concor.diagnosis.signal.ThrownErrors;
import io.concor.statistics.DurationHistogram;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A component and the slot before it, as a test says they are. */
final class SituationPart {

    final String name;
    final TaskKind kind;
    final @Nullable JoinSettings settings;
    final double busy;
    final OptionalDouble processor;
    double taken;
    double running;
    Level outside = Level.ZERO;
    double pending;
    double errors;
    OptionalDouble timeouts = OptionalDouble.empty();
    double queue;
    double burst;
    double blocked;
    OptionalDouble hottestLane = OptionalDouble.empty();

    @Nullable
    BatchWindow batches;

    @Nullable
    StoredWindow stored;

    int callingThreads;
    ThrownErrors thrown = ThrownErrors.NONE;
    boolean mayConnect = true;
    boolean connects;
    DurationHistogram service = DurationHistogram.NONE;

    SituationPart(String name, TaskKind kind, @Nullable JoinSettings settings, double busy, OptionalDouble processor) {
        this.name = name;
        this.kind = kind;
        this.settings = settings;
        this.busy = busy;
        this.processor = processor;
    }

    ComponentWindow component(double timeoutsOfFlow) {
        return new ComponentWindow(
                name,
                kind,
                SituationBuilder.level(running),
                outside,
                SituationBuilder.level(pending),
                errors,
                timeouts.orElse(Math.min(errors, timeoutsOfFlow)),
                thrown,
                callingThreads,
                mayConnect,
                connects);
    }

    SlotWindow slot() {
        return new SlotWindow(
                name,
                settings,
                taken,
                busy,
                blocked,
                processor,
                new Level(queue + burst / 4, queue, queue + burst),
                hottestLane,
                batches,
                stored);
    }
}
