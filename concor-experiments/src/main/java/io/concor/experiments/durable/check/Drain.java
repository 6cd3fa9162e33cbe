package io.concor.experiments.durable.check;

import io.concor.experiments.durable.check.FaultInjector.Target;
import io.concor.experiments.testbed.ExperimentException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Waits at the end of the load until everything is handled, or nothing changes any more. For one thread. */
final class Drain {

    private static final Duration TO_ANSWER = Duration.ofSeconds(60);
    private static final Duration TO_COUNT = Duration.ofSeconds(10);
    /** A process that was late writes within this time after the queue is empty. */
    private static final Duration TO_SETTLE = Duration.ofSeconds(1);

    private static final long TICK_MILLIS = 200;

    private final CheckSettings settings;
    private final Ledger ledger;
    private final List<Target> targets;
    private final EffectReader effects;
    private final Consumer<String> progress;

    Drain(
            CheckSettings settings,
            Ledger ledger,
            List<Target> targets,
            EffectReader effects,
            Consumer<String> progress) {
        this.settings = settings;
        this.ledger = ledger;
        this.targets = targets;
        this.effects = effects;
        this.progress = progress;
    }

    CheckResult await() throws InterruptedException {
        awaitAnswers();
        long count = -1;
        long changedNanos = System.nanoTime();
        while (true) {
            long now = effects.count();
            if (now != count) {
                count = now;
                changedNanos = System.nanoTime();
            }
            long unchanged = System.nanoTime() - changedNanos;
            if (unchanged >= settings.patience().toNanos()) {
                progress.accept("Nothing has changed for %d s"
                        .formatted(settings.patience().toSeconds()));
                return effects.compare();
            }
            if (unchanged >= TO_SETTLE.toNanos() && waiting() == 0 && nothingIsLost()) {
                return effects.compare();
            }
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        }
    }

    private boolean nothingIsLost() {
        return effects.compare().lost() == 0;
    }

    private void awaitAnswers() throws InterruptedException {
        long end = System.nanoTime() + TO_ANSWER.toNanos();
        for (Target target : targets) {
            while (System.nanoTime() < end
                    && !target.instance().awaitReady(TO_ANSWER).idle()) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
            }
        }
        progress.accept("Sent %d, accepted %d".formatted(ledger.sent(), ledger.accepted()));
    }

    private long waiting() throws InterruptedException {
        try {
            return targets.get(0).instance().awaitReady(TO_ANSWER).waiting(TO_COUNT);
        } catch (ExperimentException down) {
            return -1;
        }
    }
}
