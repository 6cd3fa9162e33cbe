package io.concor.soak;

import io.concor.KeyedTask;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A keyed task that detects overlapping calls for one key, and calls that do not see what the call before has written. */
final class ExclusiveByKey implements KeyedTask<SoakEvent, SoakEvent> {

    private static final int KEYS = 16;

    private final List<ExclusiveTask> tasks;

    /** @param task creates the task for the events of one key */
    ExclusiveByKey(Supplier<ExclusiveTask> task) {
        this.tasks = Stream.generate(task).limit(KEYS).toList();
    }

    @Override
    public Object key(SoakEvent event) {
        return Math.floorMod(event.number(), KEYS);
    }

    @Override
    public SoakEvent apply(SoakEvent event) throws Throwable {
        return tasks.get((int) key(event)).apply(event);
    }
}
