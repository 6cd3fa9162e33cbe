package io.concor.diagnosis.rule;

import io.concor.JoinSettings;
import io.concor.PoolKind;

/** The settings of a join with another number of threads. */
public final class ResizedJoin {

    private ResizedJoin() {}

    /** Returns the settings with a number of threads. A single pool that gets several becomes a fixed one. */
    public static JoinSettings of(JoinSettings settings, int threads) {
        return settings.pool() == PoolKind.SINGLE && threads > 1
                ? JoinSettings.fixed(threads).capacity(settings.capacity()).waiting(settings.waiting())
                : settings.threads(threads);
    }
}
