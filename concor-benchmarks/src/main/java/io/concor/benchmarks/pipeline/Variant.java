package io.concor.benchmarks.pipeline;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.ProducerType;
import io.concor.benchmarks.pipeline.ConcorPipeline.Setup;
import io.concor.benchmarks.starter.Surroundings;
import io.concor.benchmarks.workload.Shape;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.pekko.stream.Attributes;

/** Implementations that run a {@link Shape}. Parameters and tables use the names in lower case, with hyphens. */
public enum Variant {
    /** Concor as its starter sets it up, with as many events in flight as the peers. */
    CONCOR(shape -> true, Setup.onPlatformThreads(Surroundings.STARTER, Shape::inFlight)::open),
    /** Concor as its starter sets it up, also its bound: 1024 events in flight. */
    CONCOR_DEFAULT_BOUND(
            Variant::isStaged, Setup.onPlatformThreads(Surroundings.STARTER, shape -> Shape.CAPACITY)::open),
    /** The same as {@link #CONCOR}, with joins of virtual threads. */
    CONCOR_VIRTUAL(
            Variant::isStagedOnVirtualThreads, Setup.onVirtualThreads(Surroundings.STARTER, Shape::inFlight)::open),
    /** The same as {@link #CONCOR}, without observations of the sampled events. */
    CONCOR_UNOBSERVED(shape -> true, Setup.onPlatformThreads(Surroundings.UNOBSERVED, Shape::inFlight)::open),
    /** Concor's engine alone: no starter, no sampling, no thread-locals, no diagnosis. */
    CONCOR_ENGINE(shape -> true, Setup.onPlatformThreads(Surroundings.ENGINE, Shape::inFlight)::open),
    /** Eight nested calls. */
    PLAIN(shape -> shape.isFused() && shape.steps().size() == 8, PlainPipeline::new),
    /** Calls from an array. */
    LOOP(Shape::isFused, LoopPipeline::new),
    /** Disruptor rings with {@link BlockingWaitStrategy}. */
    DISRUPTOR_BLOCKING(Variant::isStaged, rings(RingWaitStrategies.stock(BlockingWaitStrategy::new))),
    /** Disruptor rings with {@link LiteBlockingWaitStrategy}. */
    DISRUPTOR_LITE(Variant::isStaged, rings(RingWaitStrategies.stock(LiteBlockingWaitStrategy::new))),
    /** Disruptor rings whose publishers wake the consumer of the published event if it is parked. */
    DISRUPTOR_PARKING(Variant::isStaged, rings(RingWaitStrategies.parkingAfter(100))),
    /** The same, but a consumer without events parks at once: it does not check the ring 100 times before. */
    DISRUPTOR_PARKING_AT_ONCE(Variant::isStaged, rings(RingWaitStrategies.parkingAfter(0))),
    /** Disruptor rings with {@link YieldingWaitStrategy}, which occupies all cores when idle. */
    DISRUPTOR_YIELDING(Variant::isStaged, rings(RingWaitStrategies.stock(YieldingWaitStrategy::new))),
    /** One Disruptor ring for all stages, whose consumers wake the next one. */
    DISRUPTOR_ONE_RING(Variant::isSingles, shape -> new OneRingPipeline(shape, new ChainParkingWaitStrategy())),
    /** Disruptor rings with what the Disruptor takes if nothing is set: several publishers, blocking consumers. */
    DISRUPTOR_DEFAULTS(
            Variant::isStaged,
            shape -> new RingPipeline(
                    shape, RingWaitStrategies.stock(BlockingWaitStrategy::new), stage -> ProducerType.MULTI)),
    /** Queues and platform threads. */
    QUEUE(Variant::isStaged, shape -> new QueuePipeline(shape, PipelineThreads::daemon)),
    /** Queues and virtual threads. */
    VIRTUAL(Variant::isStagedOnVirtualThreads, shape -> new QueuePipeline(shape, PipelineThreads.virtual())),
    /** Executors with bounded queues. */
    EXECUTOR(Variant::isStaged, shape -> new ExecutorPipeline(shape, StageExecutor::bounded)),
    /** Executors as {@link java.util.concurrent.Executors#newFixedThreadPool} makes them: their queues have no bound. */
    EXECUTOR_DEFAULTS(Variant::isStaged, shape -> new ExecutorPipeline(shape, StageExecutor::unbounded)),
    /** A chain of futures for each event. */
    COMPLETABLE_FUTURE(shape -> true, shape -> new FuturePipeline(shape, false)),
    /** A chain of futures for each event that begins with a completed one. */
    COMPLETED_FUTURE(Shape::isFused, shape -> new FuturePipeline(shape, true)),
    /** Project Reactor. */
    REACTOR(shape -> true, shape -> new ReactorPipeline(shape, StreamSettings.rails())),
    /** Project Reactor, with queues that hold together as many events as {@link #CONCOR_DEFAULT_BOUND} admits. */
    REACTOR_DEFAULT_BOUND(Variant::isStaged, shape -> new ReactorPipeline(shape, StreamSettings.defaultBound(shape))),
    /** Project Reactor with the sizes that it takes if none is given. */
    REACTOR_DEFAULTS(Variant::isStaged, shape -> new ReactorPipeline(shape, StreamSettings.ofReactor())),
    /** Project Reactor, with {@code flatMap} and {@code subscribeOn} instead of rails. */
    REACTOR_FLAT_MAP(Variant::hasWorkers, shape -> new ReactorPipeline(shape, StreamSettings.flatMaps())),
    /** RxJava 3. */
    RXJAVA(shape -> true, shape -> new RxJavaPipeline(shape, StreamSettings.rails())),
    /** RxJava 3, with queues that hold together as many events as {@link #CONCOR_DEFAULT_BOUND} admits. */
    RXJAVA_DEFAULT_BOUND(Variant::isStaged, shape -> new RxJavaPipeline(shape, StreamSettings.defaultBound(shape))),
    /** RxJava 3 with the sizes that it takes if none is given. */
    RXJAVA_DEFAULTS(Variant::isStaged, shape -> new RxJavaPipeline(shape, StreamSettings.ofRxJava())),
    /** RxJava 3, with {@code flatMap} and {@code subscribeOn} instead of rails. */
    RXJAVA_FLAT_MAP(Variant::hasWorkers, shape -> new RxJavaPipeline(shape, StreamSettings.flatMaps())),
    /** Pekko Streams, which cannot run on the caller's thread. */
    PEKKO(Variant::isStaged, shape -> new PekkoPipeline(shape, false, PekkoPipeline.EQUAL_BOUND)),
    /** Pekko Streams with the buffers that it takes if no size is given. */
    PEKKO_DEFAULTS(Variant::isStaged, shape -> new PekkoPipeline(shape, false, Attributes.none())),
    /** Pekko Streams, with a buffer before a stage of several threads. */
    PEKKO_BUFFERED(Variant::hasWorkers, shape -> new PekkoPipeline(shape, true, PekkoPipeline.EQUAL_BOUND)),
    /** Spring Integration. */
    SPRING_INTEGRATION(shape -> true, SpringIntegrationPipeline::new);

    private static final Set<Variant> CONCORS =
            EnumSet.of(CONCOR, CONCOR_DEFAULT_BOUND, CONCOR_VIRTUAL, CONCOR_UNOBSERVED, CONCOR_ENGINE);

    /** A reactive publisher must not be called by several threads at the same time. */
    private static final Set<Variant> ONE_SENDER = EnumSet.of(
            REACTOR,
            REACTOR_DEFAULT_BOUND,
            REACTOR_DEFAULTS,
            REACTOR_FLAT_MAP,
            RXJAVA,
            RXJAVA_DEFAULT_BOUND,
            RXJAVA_DEFAULTS,
            RXJAVA_FLAT_MAP);

    private static final Set<Variant> UNBOUNDED = EnumSet.of(EXECUTOR_DEFAULTS, RXJAVA_DEFAULTS);

    private static final int VIRTUAL_THREADS_SINCE = 21;

    private final Predicate<Shape> suits;
    private final Maker maker;

    Variant(Predicate<Shape> suits, Maker maker) {
        this.suits = suits;
        this.maker = maker;
    }

    Variant(Predicate<Shape> suits, Function<Shape, Pipeline> maker) {
        this(suits, (shapes, instrumentation) -> shapes.stream().map(maker).toList());
    }

    private static Function<Shape, Pipeline> rings(RingWaitStrategies waiting) {
        return shape -> new RingPipeline(shape, waiting, RingPipeline::producers);
    }

    private static boolean isStaged(Shape shape) {
        return !shape.isFused();
    }

    private static boolean hasWorkers(Shape shape) {
        return shape.steps().stream().anyMatch(step -> step.threads() > 1);
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

    /** Returns whether this variant can run a shape on this JVM, with the senders of the shape. */
    public boolean suits(Shape shape) {
        return suits.test(shape) && takes(shape.senders());
    }

    private boolean takes(int senders) {
        return senders == 1 || !ONE_SENDER.contains(this);
    }

    /** Returns whether this variant supports an instrumentation: only Concor supports sampling. */
    public boolean suits(Instrumentation instrumentation) {
        return CONCORS.contains(this) || !instrumentation.isSampling();
    }

    /** Returns whether the number of events inside has a bound, so that event objects can be reused. */
    public boolean isBounded() {
        return !UNBOUNDED.contains(this);
    }

    /** Starts a pipeline as {@link #openAll} does. */
    public Pipeline open(Shape shape, Instrumentation instrumentation) {
        return openAll(List.of(shape), instrumentation).get(0);
    }

    /**
     * Starts pipelines. Those of Concor are in one application, and closing one of them closes all.
     *
     * @param shapes the components and their threads
     * @param instrumentation the measurement of the tasks
     * @throws IllegalArgumentException if the variant does not support a shape, the number of its senders or the
     *     instrumentation
     */
    public List<Pipeline> openAll(List<Shape> shapes, Instrumentation instrumentation) {
        shapes.forEach(shape -> check(shape, instrumentation));
        return maker.open(shapes.stream().map(instrumentation::around).toList(), instrumentation);
    }

    private void check(Shape shape, Instrumentation instrumentation) {
        if (!takes(shape.senders())) {
            throw new IllegalArgumentException(
                    "Variant %s takes events from one sender only, senders is %d: use one of %s"
                            .formatted(this, shape.senders(), suiting(shape)));
        }
        if (!suits(shape)) {
            throw new IllegalArgumentException(
                    "Variant %s cannot run %s: use one of %s".formatted(this, shape, suiting(shape)));
        }
        if (!suits(instrumentation)) {
            throw new IllegalArgumentException(
                    "Variant %s does not support instrumentation '%s': only Concor supports sampling"
                            .formatted(this, instrumentation));
        }
    }

    /** Returns the name in parameters and tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Creates pipelines. Variants without sampling ignore the instrumentation. */
    @FunctionalInterface
    private interface Maker {
        List<Pipeline> open(List<Shape> shapes, Instrumentation instrumentation);
    }
}
