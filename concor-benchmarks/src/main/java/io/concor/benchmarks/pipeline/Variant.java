package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/** How a {@link Shape} is made to run. Parameters and tables use the names in lower case, with hyphens. */
public enum Variant {
    /** Concor, with as many events inside as the peers have. */
    CONCOR(shape -> true, shape -> new ConcorPipeline(shape, shape.inFlight(), Sampled.OFF)),
    /** Concor with the bound that it has where nothing is said: 1024 events inside. */
    CONCOR_DEFAULT_BOUND(shape -> true, shape -> new ConcorPipeline(shape, Shape.CAPACITY, Sampled.OFF)),
    /** Eight calls. */
    PLAIN(shape -> shape.isFused() && shape.steps().size() == 8, Plain::new),
    /** Calls over an array. */
    LOOP(Shape::isFused, Loop::new),
    /** A ring a stage, {@link BlockingWaitStrategy}. */
    DISRUPTOR_BLOCKING(Variant::isSingles, shape -> new RingPipeline(shape, BlockingWaitStrategy::new)),
    /** A ring a stage, {@link LiteBlockingWaitStrategy}. */
    DISRUPTOR_LITE(Variant::isSingles, shape -> new RingPipeline(shape, LiteBlockingWaitStrategy::new)),
    /** A ring a stage, whose publisher wakes the one parked consumer. */
    DISRUPTOR_PARKING(Variant::isSingles, shape -> new RingPipeline(shape, ParkingWaitStrategy::new)),
    /** A ring a stage, {@link YieldingWaitStrategy}: burns the cores when idle. */
    DISRUPTOR_YIELDING(Variant::isSingles, shape -> new RingPipeline(shape, YieldingWaitStrategy::new)),
    /** One ring for all stages, whose consumers wake the one behind them. */
    DISRUPTOR_ONE_RING(Variant::isSingles, shape -> new OneRingPipeline(shape, new ChainParkingWaitStrategy())),
    /** A queue a stage, and platform threads. */
    QUEUE(Variant::isStaged, shape -> new QueuePipeline(shape, Threads::daemon));

    private final Predicate<Shape> suits;
    private final Function<Shape, Pipeline> maker;

    Variant(Predicate<Shape> suits, Function<Shape, Pipeline> maker) {
        this.suits = suits;
        this.maker = maker;
    }

    private static boolean isStaged(Shape shape) {
        return !shape.isFused();
    }

    private static boolean isSingles(Shape shape) {
        return shape.steps().stream().allMatch(step -> step.threads() == 1);
    }

    /** The variant of that name. */
    public static Variant named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Whether it makes sense for that shape. */
    public boolean suits(Shape shape) {
        return suits.test(shape);
    }

    /**
     * Starts a pipeline.
     *
     * @throws IllegalArgumentException when the variant does not suit the shape
     */
    public Pipeline open(Shape shape) {
        if (!suits(shape)) {
            throw new IllegalArgumentException("Variant " + this + " does not suit " + shape + "; see Variant.suits");
        }
        return maker.apply(shape);
    }

    /** The name in parameters and tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
