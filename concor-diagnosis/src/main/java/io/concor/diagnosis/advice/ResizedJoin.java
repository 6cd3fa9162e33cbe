package io.concor.diagnosis.advice;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.TaskKind;
import org.jspecify.annotations.Nullable;

/** The settings of a join with another number of threads. */
public final class ResizedJoin {

    private ResizedJoin() {}

    /**
     * Returns the settings with a number of threads. A single pool that gets several becomes another one.
     *
     * @param settings null for those of a fixed pool
     * @param kind the kind of the component in whose slot the join is, or will be
     */
    public static JoinSettings of(@Nullable JoinSettings settings, int threads, TaskKind kind) {
        if (settings == null) {
            return JoinSettings.fixed(threads);
        }
        boolean byKey = kind == TaskKind.KEYED;
        boolean remains = settings.pool() == PoolKind.SINGLE ? threads == 1 : settings.keepsOrderByKey() == byKey;
        JoinSettings resized = remains ? settings.threads(threads) : other(settings, threads, byKey);
        return resized.batching(kind == TaskKind.BATCH ? settings.batching() : null);
    }

    private static JoinSettings other(JoinSettings settings, int threads, boolean byKey) {
        JoinSettings other = byKey ? JoinSettings.keyed(threads) : JoinSettings.fixed(threads);
        return other.capacity(settings.capacity()).waiting(settings.waiting()).queue(settings.queue());
    }
}
