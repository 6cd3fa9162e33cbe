package io.concor;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Changes the layout of a flow at random, one slot or all slots at a time, until it is closed. */
final class RandomChanges implements AutoCloseable {

    private final Manager manager;
    private final String flow;
    private final Function<Random, JoinSettings> joins;
    private final Random random;
    private final List<String> slots;
    private final Thread thread;
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean closed;

    RandomChanges(Manager manager, String flow, long seed, Function<Random, JoinSettings> joins) {
        this.manager = manager;
        this.flow = flow;
        this.joins = joins;
        this.random = new Random(seed);
        this.slots = manager.slots(flow).stream().map(SlotState::name).toList();
        this.thread = new Thread(this::run, "random-changes");
        thread.start();
    }

    /** Any pool of this Java. */
    static JoinSettings anyJoin(Random random) {
        JoinSettings settings =
                switch (random.nextInt(WorkerThreads.VirtualThreads.available() ? 4 : 3)) {
                    case 0 -> JoinSettings.single();
                    case 1 -> JoinSettings.fixed(1 + random.nextInt(6));
                    case 2 -> JoinSettings.cached(1 + random.nextInt(8)).keepAlive(Duration.ofMillis(2));
                    default -> JoinSettings.virtual(1 + random.nextInt(16));
                };
        return varied(settings, random);
    }

    /** Any pool of one thread. */
    static JoinSettings anyOneThreaded(Random random) {
        JoinSettings settings = random.nextBoolean() ? JoinSettings.single() : JoinSettings.fixed(1);
        return varied(settings, random);
    }

    private static JoinSettings varied(JoinSettings settings, Random random) {
        boolean yielding = settings.pool() != PoolKind.VIRTUAL && random.nextInt(8) == 0;
        return settings.capacity(1 << random.nextInt(11)).waiting(yielding ? WaitMode.YIELDING : WaitMode.BLOCKING);
    }

    private void run() {
        try {
            while (!closed) {
                try {
                    ChangeResult result = manager.change(random.nextInt(4) == 0 ? wholeLayout() : oneSlot());
                    made.addAndGet(result.slots().isEmpty() ? 0 : 1);
                } catch (InvalidLayoutException tryAnother) {
                    Thread.onSpinWait();
                }
            }
        } catch (Throwable unexpected) {
            failure.set(unexpected);
        }
    }

    private ChangeRequest oneSlot() {
        String slot = slots.get(random.nextInt(slots.size()));
        return random.nextInt(3) == 0
                ? ChangeRequest.takeOut(flow, slot)
                : ChangeRequest.put(flow, slot, joins.apply(random));
    }

    private ChangeRequest wholeLayout() {
        Map<String, JoinSettings> layout = new LinkedHashMap<>();
        for (String slot : slots) {
            if (random.nextInt(3) > 0) {
                layout.put(slot, joins.apply(random));
            }
        }
        return ChangeRequest.layout(flow, layout);
    }

    int made() {
        requireNoFailure();
        return made.get();
    }

    private void requireNoFailure() {
        if (failure.get() != null) {
            throw new AssertionError("a change failed", failure.get());
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        requireNoFailure();
    }
}
