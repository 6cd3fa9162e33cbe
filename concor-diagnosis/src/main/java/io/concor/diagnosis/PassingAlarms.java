package io.concor.diagnosis;

import io.concor.diagnosis.verdict.Verdict;
import java.util.function.Consumer;

/** Passes alarms on. Thread-safe if what it calls is. */
record PassingAlarms(Consumer<Consumer<AlarmListener>> pass) implements AlarmListener {

    @Override
    public void onRaised(Verdict verdict) {
        pass.accept(listener -> listener.onRaised(verdict));
    }

    @Override
    public void onMoved(Verdict verdict) {
        pass.accept(listener -> listener.onMoved(verdict));
    }

    @Override
    public void onCleared(Verdict raised) {
        pass.accept(listener -> listener.onCleared(raised));
    }

    @Override
    public void onFailing(Verdict verdict) {
        pass.accept(listener -> listener.onFailing(verdict));
    }

    @Override
    public void onFailureEnded(Verdict raised) {
        pass.accept(listener -> listener.onFailureEnded(raised));
    }
}
