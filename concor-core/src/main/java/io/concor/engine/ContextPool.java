package io.concor.engine;

import io.concor.engine.measure.Sampler;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of a flow, and thereby its admission: who holds a context is inside. The number of takes is the number
 * of the event, so sampling is decided here and needs no counter of its own. It is the queue of those that are free,
 * rather than having one: each reference to follow between two atomic operations takes an event a nanosecond.
 */
public final class ContextPool extends ContextQueue {

    private static final long NEVER = Long.MIN_VALUE;

    private final Context[] all;
    private volatile Sampler sampler = Sampler.OFF;
    private volatile Tally tally = new Tally(NEVER, 0);

    public ContextPool(int size) {
        this(IntStream.range(0, size).mapToObj(Context::new).toArray(Context[]::new));
    }

    private ContextPool(Context[] all) {
        super(all);
        this.all = all;
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
            long position = position();
            int content = peek(position);
            if (content == NOT_YET) {
                boolean oneIsGivenBackJustNow = awaitPublication();
                if (!oneIsGivenBackJustNow && position() == position) {
                    return null;
                }
            } else if (take(position)) {
                Context context = context(content);
                context.sampled(sampler.measures(position));
                return context;
            }
        }
    }

    /** Gives a context back. What its owner wrote is seen by who takes it next. */
    void give(Context context) {
        put(context);
    }

    /** How many contexts are free, or are being given back just now. */
    long free() {
        return count();
    }

    /**
     * How many contexts are held; rather one too many than one too few, as a flow that looks empty is stopped. What is
     * given back is read first: so what is taken and given back meanwhile does not count as free.
     */
    long held() {
        long given = lastPut();
        return Math.min(all.length, all.length - (given - lastTaken()));
    }

    int size() {
        return all.length;
    }

    /** Every context, held or free; each at the place that its index says. */
    Context[] all() {
        return all;
    }

    /** How many events ended with a value. Each context has to be looked at, but not again while no event enters. */
    long completed() {
        Tally last = tally;
        long taken = lastTaken();
        return last.taken == taken ? last.completed : count(taken);
    }

    /** A count that was taken while nobody was inside holds until the next one enters. */
    private long count(long taken) {
        if (held() > 0) {
            return sum();
        }
        long sum = sum();
        if (lastTaken() == taken) {
            tally = new Tally(taken, sum);
        }
        return sum;
    }

    private long sum() {
        long sum = 0;
        for (Context context : all) {
            sum += context.completed();
        }
        return sum;
    }

    /** What was counted when nobody was inside, and which take was the last then. */
    private record Tally(long taken, long completed) {}
}
