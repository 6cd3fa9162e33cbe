package io.concor.diagnosis;

import io.concor.JoinSettings;
import io.concor.layout.FlowState;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.statistics.FlowHistograms;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A flow of the manager. Thread-safe. */
record ManagedSource(String flow, Manager manager, Function<String, Goal> goals) implements FlowDiagnosis.FlowSource {

    @Override
    public FlowHistograms histograms() {
        return manager.flow(flow).histograms();
    }

    @Override
    public List<Long> threadIds(int slot) {
        return manager.flow(flow).reading().slots().get(slot).threadIds();
    }

    @Override
    public OptionalDouble goalP99Micros() {
        return goals.apply(flow).p99Micros();
    }

    @Override
    public boolean isRunning() {
        return manager.flow(flow).state() == FlowState.RUNNING;
    }

    @Override
    public Optional<String> violation(String slot, JoinSettings settings) {
        return manager.violations(ChangeRequest.put(flow, slot, settings)).stream()
                .map(broken -> broken.reason() + "; allowed: " + broken.allowed())
                .findFirst();
    }
}
