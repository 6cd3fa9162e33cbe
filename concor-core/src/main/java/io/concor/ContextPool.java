package io.concor;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of a flow, and thereby its admission: who holds a context is inside. The number of takes is the number of
 * the event, so sampling is decided here and needs no counter of its own.
 */
final class ContextPool {

    private final Context[] all;
    private final ContextQueue free;
    private volatile Sampler sampler = Sampler.OFF;

    ContextPool(int size) {
        all = IntStream.range(0, size).mapToObj(Context::new).toArray(Context[]::new);
        free = new ContextQueue(all);
        for (Context context : all) {
            give(context);
        }
    }

    /** Which events are sampled from now on. */
    void sample(Sampler next) {
        sampler = next;
    }

    /** Takes a context and decides whether its event is sampled, or returns null where none is free. */
    @Nullable
    Context take() {
        while (true) {
            long position = free.lastTaken() + 1;
            int content = free.peek(position);
            if (content == ContextQueue.NOT_YET) {
                if (free.isEmpty() && free.lastTaken() + 1 == position) {
                    return null;
                }
                Thread.onSpinWait(); // one is being given back just now
            } else if (free.take(position)) {
                Context context = free.context(content);
                context.sampled = sampler.measures(position);
                return context;
            }
        }
    }

    /** Gives a context back. What its owner wrote is seen by who takes it next. */
    void give(Context context) {
        free.publish(free.claim(), context);
    }

    /** How many contexts are free, or are being given back just now. */
    long free() {
        return free.size();
    }

    /** How many contexts are held. */
    long held() {
        return Math.max(0, all.length - free.size());
    }

    int size() {
        return all.length;
    }

    /** Every context, held or free; each at the place that its index says. */
    Context[] all() {
        return all;
    }

    /** How many events ended with a value. */
    long completed() {
        long sum = 0;
        for (Context context : all) {
            sum += context.completed();
        }
        return sum;
    }
}
