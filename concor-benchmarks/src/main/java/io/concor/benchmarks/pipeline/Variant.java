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

/** Implementations that run a {@link Shape}. Parameters and tables use the names in lower case, with hyphens. */
public enum Variant {
    /** Concor, with as many events in flight as the peers. */
    CONCOR(shape -> true, Variant::concor),
    /** Concor with its default bound: 1024 events in flight. */
    CONCOR_DEFAULT_BOUND(Variant::isStaged, Variant::concorDefaultBound),
    /** Concor with joins of virtual threads. */
    CONCOR_VIRTUAL(Variant::isStagedOnVirtualThreads, Variant::concorVirtual),
    /** Eight nested calls. */
    PLAIN(shape -> shape.isFused() && shape.steps().size() == 8, PlainPipeline::new),
    /** Calls from an array. */
    LOOP(Shape::isFused, LoopPipeline::new),
    /** Disruptor rings with {@link BlockingWaitStrategy}. */
    DISRUPTOR_BLOCKING(Variant::isStaged, rings(RingWaitStrategies.stock(BlockingWaitStrategy::new))),
    /** Disruptor rings with {@link LiteBlockingWaitStrategy}. */
    DISRUPTOR_LITE(Variant::isStaged, rings(RingWaitStrategies.stock(LiteBlockingWaitStrategy::new))),
    /** Disruptor rings whose publishers wake the consumer of the published event if it is parked. */
    DISRUPTOR_PARKING(Variant::isStaged, rings(RingWaitStrategies.parking())),
    /** Disruptor rings with {@link YieldingWaitStrategy}, which occupies all cores when idle. */
    DISRUPTOR_YIELDING(Variant::isStaged, rings(RingWaitStrategies.stock(YieldingWaitStrategy::new))),
    /** One Disruptor ring for all stages, whose consumers wake the next one. */
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
    /** Pekko Streams, which cannot run on the caller's thread. */
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

    /** Returns the variant with this name. */
    public static Variant named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns the variants that can run a shape on this JVM. */
    public static List<Variant> suiting(Shape shape) {
        return Arrays.stream(values()).filter(variant -> variant.suits(shape)).toList();
    }

    /** Returns whether this variant can run a shape on this JVM. */
    public boolean suits(Shape shape) {
        return suits.test(shape);
    }

    /** Returns whether this variant supports an instrumentation: only Concor supports sampling. */
    public boolean suits(Instrumentation instrumentation) {
        return CONCORS.contains(this) || !instrumentation.sampling().enabled();
    }

    /**
     * Starts a pipeline.
     *
     * @param shape the components and their threads
     * @param instrumentation the measurement of the tasks
     * @throws IllegalArgumentException if the variant does not support the shape or the instrumentation
     */
    public Pipeline open(Shape shape, Instrumentation instrumentation) {
        if (!suits(shape)) {
            throw new IllegalArgumentException(
                    "Variant %s cannot run %s: use one of %s".formatted(this, shape, suiting(shape)));
        }
        if (!suits(instrumentation)) {
            throw new IllegalArgumentException(
                    "Variant %s does not support instrumentation '%s': only Concor supports sampling"
                            .formatted(this, instrumentation));
        }
        return maker.open(instrumentation.around(shape), instrumentation.sampling());
    }

    /** Returns the name in parameters and tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Creates a pipeline. Variants without sampling ignore the parameter. */
    @FunctionalInterface
    private interface Maker {
        Pipeline open(Shape shape, Sampling sampling);
    }
}
