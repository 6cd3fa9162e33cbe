package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.concor.Sampling;
import io.concor.benchmarks.workload.Shape;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** How a {@link Shape} is made to run. Parameters and tables use the names in lower case, with hyphens. */
public enum Variant {
    /** Concor, with as many events inside as the peers have. */
    CONCOR(shape -> true, Variant::concor),
    /** Concor with the bound that it has where nothing is said: 1024 events inside. */
    CONCOR_DEFAULT_BOUND(Variant::isStaged, Variant::concorDefaultBound),
    /** Concor, with joins of virtual threads. */
    CONCOR_VIRTUAL(Variant::isStagedOnVirtualThreads, Variant::concorVirtual),
    /** Eight calls. */
    PLAIN(shape -> shape.isFused() && shape.steps().size() == 8, PlainPipeline::new),
    /** Calls over an array. */
    LOOP(Shape::isFused, LoopPipeline::new),
    /** Rings of the Disruptor, {@link BlockingWaitStrategy}. */
    DISRUPTOR_BLOCKING(Variant::isStaged, rings(RingWaitStrategies.stock(BlockingWaitStrategy::new))),
    /** Rings of the Disruptor, {@link LiteBlockingWaitStrategy}. */
    DISRUPTOR_LITE(Variant::isStaged, rings(RingWaitStrategies.stock(LiteBlockingWaitStrategy::new))),
    /** Rings of the Disruptor, whose publishers wake the one consumer that they published for, if it is parked. */
    DISRUPTOR_PARKING(Variant::isStaged, rings(RingWaitStrategies.parking())),
    /** Rings of the Disruptor, {@link YieldingWaitStrategy}: burns the cores when idle. */
    DISRUPTOR_YIELDING(Variant::isStaged, rings(RingWaitStrategies.stock(YieldingWaitStrategy::new))),
    /** One ring of the Disruptor for all stages, whose consumers wake the one behind them. */
    DISRUPTOR_ONE_RING(Variant::isSingles, shape -> new OneRingPipeline(shape, new ChainParkingWaitStrategy())),
    /** Queues and platform threads. */
    QUEUE(Variant::isStaged, shape -> new QueuePipeline(shape, PipelineThreads::daemon)),
    /** Queues and virtual threads. */
    VIRTUAL(Variant::isStagedOnVirtualThreads, shape -> new QueuePipeline(shape, PipelineThreads.virtual())),
    /** Executors with bounded queues. */
    EXECUTOR(Variant::isStaged, ExecutorPipeline::new),
    /** A chain of futures for each event. */
    COMPLETABLE_FUTURE(shape -> true, FuturePipeline::new),
    /** Project Reactor. */
    REACTOR(shape -> true, ReactorPipeline::new),
    /** RxJava 3. */
    RXJAVA(shape -> true, RxJavaPipeline::new),
    /** Pekko Streams, which has no entry on the caller's thread. */
    PEKKO(Variant::isStaged, PekkoPipeline::new),
    /** Spring Integration. */
    SPRING_INTEGRATION(shape -> true, SpringIntegrationPipeline::new);

    private static final Set<Variant> CONCORS = EnumSet.of(CONCOR, CONCOR_DEFAULT_BOUND, CONCOR_VIRTUAL);
    private static final int VIRTUAL_THREADS_SINCE = 21;

    private final Predicate<Shape> suits;
    private final Maker maker;

    Variant(Predicate<Shape> suits, Maker maker) {
        this.suits = suits;
        this.maker = maker;
    }

    Variant(Predicate<Shape> suits, Function<Shape, Pipeline> maker) {
        this(suits, (shape, sampling) -> maker.apply(shape));
    }

    private static Pipeline concor(Shape shape, Sampling sampling) {
        return ConcorPipeline.onPlatformThreads(shape, shape.inFlight(), sampling);
    }

    private static Pipeline concorDefaultBound(Shape shape, Sampling sampling) {
        return ConcorPipeline.onPlatformThreads(shape, Shape.CAPACITY, sampling);
    }

    private static Pipeline concorVirtual(Shape shape, Sampling sampling) {
        return ConcorPipeline.onVirtualThreads(shape, shape.inFlight(), sampling);
    }

    private static Function<Shape, Pipeline> rings(RingWaitStrategies waiting) {
        return shape -> new RingPipeline(shape, waiting);
    }

    private static boolean isStaged(Shape shape) {
        return !shape.isFused();
    }

    private static boolean isSingles(Shape shape) {
        return shape.steps().stream().allMatch(step -> step.threads() == 1);
    }

    private static boolean isStagedOnVirtualThreads(Shape shape) {
        return isStaged(shape) && Runtime.version().feature() >= VIRTUAL_THREADS_SINCE;
    }

    /** The variant of that name. */
    public static Variant named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** All that make sense for that shape, on this JVM. */
    public static List<Variant> suiting(Shape shape) {
        return Arrays.stream(values()).filter(variant -> variant.suits(shape)).toList();
    }

    /** Whether it makes sense for that shape, on this JVM. */
    public boolean suits(Shape shape) {
        return suits.test(shape);
    }

    /** Whether it can be measured that way: nobody but Concor samples. */
    public boolean suits(Instrumentation instrumentation) {
        return CONCORS.contains(this) || !instrumentation.sampling().enabled();
    }

    /**
     * Starts a pipeline.
     *
     * @param shape what it does
     * @param instrumentation how its tasks are measured
     * @throws IllegalArgumentException when the variant does not suit the shape or the instrumentation
     */
    public Pipeline open(Shape shape, Instrumentation instrumentation) {
        if (!suits(shape)) {
            throw new IllegalArgumentException(
                    "Variant %s cannot run %s; %s can".formatted(this, shape, suiting(shape)));
        }
        if (!suits(instrumentation)) {
            throw new IllegalArgumentException(
                    "Variant %s cannot be measured by '%s': only Concor samples".formatted(this, instrumentation));
        }
        return maker.open(instrumentation.around(shape), instrumentation.sampling());
    }

    /** The name in parameters and tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Makes a pipeline; who cannot be sampled does not look at the sampling. */
    @FunctionalInterface
    private interface Maker {
        Pipeline open(Shape shape, Sampling sampling);
    }
}
