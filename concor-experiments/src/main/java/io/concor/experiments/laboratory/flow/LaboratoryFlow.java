package io.concor.experiments.laboratory.flow;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.Sampling;
import io.concor.experiments.plants.PlantedWork;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A flow with the shape of the sample {@code mo-flow}, in which nothing limits a moderate load. A plant changes it before it
 * is built. Changes are not thread-safe.
 */
public final class LaboratoryFlow {

    public static final String NAME = "mo-flow";
    public static final String TRANSLATOR = "translator";
    public static final String SESSION_MANAGER = "session-manager";
    public static final String ROUTER = "router";
    public static final String RESOLVER = "endpoint-resolver";
    public static final String AT_TRANSLATOR = "at-translator";
    public static final String SENDER = "message-sender";
    public static final String LOGGER = "trans-logger";

    private static final PlantedWork QUICK = message -> {};

    private final Map<String, PlantedWork> works = new HashMap<>();
    private @Nullable IntUnaryOperator routerKey;
    private final Map<String, JoinSettings> joins = new HashMap<>(Map.of(
            SESSION_MANAGER, JoinSettings.single(),
            ROUTER, JoinSettings.fixed(2),
            RESOLVER, JoinSettings.fixed(16),
            LOGGER, JoinSettings.fixed(2)));
    private final List<TimedAction> actions = new ArrayList<>();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private Supplier<Duration> answerTime = () -> PlantedWork.micros(1_000);
    private UnaryOperator<ArrivalRate> shape = steady -> steady;
    private int connections = 16;
    private int maxInFlight = 1024;
    private Sampling sampling = Sampling.DEFAULT;
    private int copies = 1;
    private Duration begin = Duration.ZERO;
    private volatile boolean begun;
    private volatile @Nullable Connections pool;

    /**
     * What happens at a time after the start.
     *
     * @param after the time
     * @param action what happens
     */
    public record TimedAction(Duration after, Consumer<Manager> action) {}

    public LaboratoryFlow work(String component, PlantedWork work) {
        works.put(component, work);
        return this;
    }

    /** Gives the messages keys at the router, which then handles those of one key in their order. */
    public LaboratoryFlow keyed(IntUnaryOperator key, int threads) {
        routerKey = key;
        return join(ROUTER, JoinSettings.keyed(threads));
    }

    public LaboratoryFlow join(String slot, JoinSettings settings) {
        joins.put(slot, settings);
        return this;
    }

    public LaboratoryFlow noJoin(String slot) {
        joins.remove(slot);
        return this;
    }

    public LaboratoryFlow answerTime(Supplier<Duration> time) {
        answerTime = time;
        return this;
    }

    public LaboratoryFlow connections(int most) {
        connections = most;
        return this;
    }

    public LaboratoryFlow maxInFlight(int most) {
        maxInFlight = most;
        return this;
    }

    public LaboratoryFlow sampling(Sampling wanted) {
        sampling = wanted;
        return this;
    }

    /** Runs several flows, which share the load. */
    public LaboratoryFlow copies(int number) {
        copies = number;
        return this;
    }

    public LaboratoryFlow shape(UnaryOperator<ArrivalRate> ofSteady) {
        shape = ofSteady;
        return this;
    }

    public LaboratoryFlow at(int seconds, Consumer<Manager> action) {
        actions.add(new TimedAction(Duration.ofSeconds(seconds), action));
        return this;
    }

    /** Lets the cause begin after some healthy seconds. */
    public LaboratoryFlow beginsAfter(Duration time) {
        begin = time;
        return this.at((int) time.toSeconds(), manager -> begun = true);
    }

    /** Whether the cause has begun. */
    public boolean hasBegun() {
        return begun;
    }

    /** Closes what a plant has opened when the run ends. */
    public LaboratoryFlow closing(AutoCloseable resource) {
        opened.push(resource);
        return this;
    }

    /** The connection pool, for tasks. */
    public Connections pool() {
        return Objects.requireNonNull(pool, "the flow is not built");
    }

    public Duration begin() {
        return begin;
    }

    public List<TimedAction> actions() {
        return actions;
    }

    public ArrivalRate load(double rate) {
        return shape.apply(ArrivalRate.steady(rate));
    }

    /** Builds the flow, or its copies, and what their tasks use. */
    public List<Flow<Integer, Integer>> build() {
        Connections connected = new Connections(connections);
        DelayedCallbacks client = new DelayedCallbacks();
        pool = connected;
        closing(client).closing(connected);
        List<Flow<Integer, Integer>> flows = new ArrayList<>();
        for (int i = 0; i < copies; i++) {
            flows.add(flow(i == 0 ? NAME : NAME + "-" + i, client));
        }
        return flows;
    }

    private Flow<Integer, Integer> flow(String name, DelayedCallbacks client) {
        FlowBuilder<Integer, Integer> builder =
                Flows.<Integer>create(name).maxInFlight(maxInFlight).sampling(sampling);
        builder = slot(builder, TRANSLATOR).map(task(TRANSLATOR)::apply, TRANSLATOR);
        builder = slot(builder, SESSION_MANAGER).mapSingleThreaded(task(SESSION_MANAGER)::apply, SESSION_MANAGER);
        builder = router(slot(builder, ROUTER));
        builder = slot(builder, RESOLVER).mapSynchronizedRemote(task(RESOLVER)::apply, RESOLVER);
        builder = slot(builder, AT_TRANSLATOR).map(task(AT_TRANSLATOR)::apply, AT_TRANSLATOR);
        builder = slot(builder, SENDER)
                .<Integer>bind((message, continuation) -> send(client, message, continuation), SENDER);
        return slot(builder, LOGGER)
                .<Integer>map(task(LOGGER)::apply, LOGGER)
                .catching(error -> 0, "error-handler")
                .build();
    }

    private FlowBuilder<Integer, Integer> router(FlowBuilder<Integer, Integer> builder) {
        IntUnaryOperator key = routerKey;
        Passing task = task(ROUTER);
        return key == null ? builder.map(task::apply, ROUTER) : builder.mapKeyed(new ByKey(key, task), ROUTER);
    }

    /** Handles messages of one key in their order. */
    private record ByKey(IntUnaryOperator keys, Passing task) implements KeyedTask<Integer, Integer> {

        @Override
        public Object key(Integer message) {
            return keys.applyAsInt(message);
        }

        @Override
        public Integer apply(Integer message) throws Exception {
            return task.apply(message);
        }
    }

    private FlowBuilder<Integer, Integer> slot(FlowBuilder<Integer, Integer> builder, String slot) {
        JoinSettings settings = joins.get(slot);
        return settings == null ? builder.noJoin() : builder.join(settings);
    }

    private void send(DelayedCallbacks client, Integer message, Continuation<Integer> continuation) {
        client.answer(() -> continuation.complete(message), answerTime.get());
    }

    /** A task that does its work and passes the message on. */
    @FunctionalInterface
    private interface Passing {

        Integer apply(Integer message) throws Exception;
    }

    private Passing task(String component) {
        PlantedWork work = works.getOrDefault(component, RESOLVER.equals(component) ? this::resolve : QUICK);
        return message -> {
            work.perform(message);
            return message;
        };
    }

    private void resolve(int message) throws Exception {
        pool().use(message, held -> PlantedWork.pause(PlantedWork.micros(2_000)));
    }

    /** Closes what the flow and its plant have opened, the latest first. */
    public void close() throws Exception {
        for (AutoCloseable resource : opened) {
            resource.close();
        }
    }
}
