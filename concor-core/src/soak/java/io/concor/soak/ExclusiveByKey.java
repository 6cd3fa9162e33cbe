package io.concor.soak;

import io.concor.KeyedTask;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A keyed task that detects overlapping calls for one key, and calls that do not see what the call before has written. */
final class ExclusiveByKey implements KeyedTask<SoakEvent, SoakEvent> {

    private static final int KEYS = 16;
    private static final int HASHES = 4;

    private final List<CheckedTask> tasks;

    /** @param task creates the task for the events of one key */
    ExclusiveByKey(Supplier<CheckedTask> task) {
        this.tasks = Stream.generate(task).limit(KEYS).toList();
    }

    @Override
    public Object key(SoakEvent event) {
        return new Key(Math.floorMod(event.number(), KEYS));
    }

    /** Four keys each have equal hash codes, and so share a lane. */
    private record Key(int number) {

        @Override
        public int hashCode() {
            return number % HASHES;
        }
    }

    @Override
    public SoakEvent apply(SoakEvent event) throws Throwable {
        return tasks.get(Math.floorMod(event.number(), KEYS)).apply(event);
    }
}
