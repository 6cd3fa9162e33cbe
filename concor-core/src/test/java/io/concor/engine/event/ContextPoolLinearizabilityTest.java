package io.concor.engine.event;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A {@link ContextPool} is a bounded pool that numbers what it gives. */
@Param(name = "owner", gen = ThreadIdGen.class)
public class ContextPoolLinearizabilityTest {

    private static final int SIZE = 2;
    private static final int NONE = -1;

    private final ContextPool pool = new ContextPool(SIZE, false);

    {
        pool.sample(number -> number % 2 == 0);
    }

    private final List<Deque<Context>> held = Stream.<Deque<Context>>generate(ArrayDeque::new)
            .limit(Linearizability.THREADS + 2)
            .toList();

    /** Whether the number of the event is even, which the sampler was asked. */
    @Operation
    public int take(@Param(name = "owner") int owner) {
        Context context = pool.take();
        if (context == null) {
            return NONE;
        }
        held.get(owner).push(context);
        return context.sampled ? 1 : 0;
    }

    @Operation
    public boolean give(@Param(name = "owner") int owner) {
        Context context = held.get(owner).poll();
        if (context != null) {
            pool.give(context);
        }
        return context != null;
    }

    @Test
    void isABoundedPoolInEveryInterleaving() {
        Linearizability.modelCheck(getClass(), BoundedPool.class);
    }

    @Test
    @Tag(Linearizability.REAL_THREADS)
    void isABoundedPoolOnRealThreads() {
        Linearizability.stress(getClass(), BoundedPool.class);
    }

    /** The same for one thread. */
    public static class BoundedPool {

        private final int[] held = new int[Linearizability.THREADS + 2];
        private int free = SIZE;
        private long taken;

        public int take(int owner) {
            if (free == 0) {
                return NONE;
            }
            free--;
            held[owner]++;
            return taken++ % 2 == 0 ? 1 : 0;
        }

        public boolean give(int owner) {
            if (held[owner] == 0) {
                return false;
            }
            held[owner]--;
            free++;
            return true;
        }
    }
}
