package io.concor;

import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Chains tasks into a flow and carries the types through: a chain whose types do not fit does not compile. Builds one
 * flow. Not thread-safe.
 *
 * <p>The methods that take a task append a component. The given name is that of the component and its slot. They throw an
 * {@link InvalidFlowException} if the name is not allowed, and an {@link InvalidSettingException} if the name or the task
 * is null. {@code P} is the type of the messages after the component.
 *
 * <p>A slot without {@link #join} or {@link #noJoin} gets a join if its component needs one: one thread before a
 * single-threaded task, a cached pool before a synchronized-remote task, unless the stage before may run it; a keyed pool
 * before a keyed task; and one thread before a batch task.
 *
 * @param <I> the type of the messages that enter
 * @param <O> the type of the messages at the present end
 */
public interface FlowBuilder<I extends @Nullable Object, O extends @Nullable Object> {

    /** How many events may be inside a flow at once at most: 1,048,576. */
    int MAX_IN_FLIGHT = 1 << 20;

    /** Appends a simple task. */
    <P extends @Nullable Object> FlowBuilder<I, P> map(SimpleTask<? super O, ? extends P> task, String name);

    /** Appends a single-threaded task. */
    <P extends @Nullable Object> FlowBuilder<I, P> mapSingleThreaded(
            SingleThreadedTask<? super O, ? extends P> task, String name);

    /** Appends a synchronized-remote task. */
    <P extends @Nullable Object> FlowBuilder<I, P> mapSynchronizedRemote(
            SynchronizedRemoteTask<? super O, ? extends P> task, String name);

    /** Appends a keyed task. */
    <P extends @Nullable Object> FlowBuilder<I, P> mapKeyed(KeyedTask<? super O, ? extends P> task, String name);

    /** Appends a batch task. */
    <P extends @Nullable Object> FlowBuilder<I, P> mapBatch(BatchTask<? super O, ? extends P> task, String name);

    /** Appends a transition task. */
    <P extends @Nullable Object> FlowBuilder<I, P> bind(TransitionTask<? super O, P> task, String name);

    /** Appends a side-effect task. */
    FlowBuilder<I, O> forEach(SideEffectTask<? super O> task, String name);

    /** Appends a catch task. */
    FlowBuilder<I, O> catching(CatchTask<? extends O> task, String name);

    /** Appends a recovery task, which handles errors like a catch task and gets the message as well. */
    FlowBuilder<I, O> recovering(RecoveryTask<? extends O> task, String name);

    /** Appends a component whose types the compiler does not check, for flows assembled from data. */
    FlowBuilder<I, @Nullable Object> then(Component component);

    /**
     * Fills the slot of the next component.
     *
     * @throws InvalidFlowException if {@code join} or {@code noJoin} was called for that slot before
     */
    FlowBuilder<I, O> join(JoinSettings settings);

    /** Leaves the slot of the next component empty, even if its kind would ask for a join. Throws like {@link #join}. */
    FlowBuilder<I, O> noJoin();

    /**
     * Tries the next component again with an event that it has failed. Default: it is not. Until the next attempt the event holds no
     * thread; it keeps its thread-locals and, if it has a key, its place: later events of the key do not overtake it before it is
     * in the next slot or has ended. Other events may overtake it, also where one thread serves the component.
     *
     * <p>The component gets the message again that it was given; what a failed attempt changed in it shows. In the range of a
     * transaction, which was rolled back, the event begins again with the first component of the range and the message that came
     * to that. A failed commit counts as a failure of the last component of the range. Each event of a batch that failed is tried
     * again on its own.
     *
     * <p>An event that could be tried again only after its timeout, or after a stop, keeps its error and goes on at once. Timeouts,
     * and errors of the JVM such as {@link OutOfMemoryError}, are not tried again. A catch component handles the last error only.
     *
     * @throws InvalidFlowException if the component has a policy already
     */
    FlowBuilder<I, O> retry(RetryPolicy policy);

    /**
     * Sets what happens in a durable slot to later events while an event that failed at the next component is kept there. Default:
     * {@code HOLD_KEY} for keyed and single-threaded components, {@code SKIP} for others. Has no effect on slots in memory.
     *
     * @throws InvalidFlowException if it is set for the component already
     */
    FlowBuilder<I, O> onFailure(OnFailure choice);

    /**
     * Runs the next component, and those behind it up to the next one with a node, on a node: in the processes that have {@linkplain
     * #here its name}. In front of a component whose node differs from that of the one before, the slot must be {@code remote}.
     *
     * @param name a name as that of a component
     * @throws InvalidFlowException if the component has a node already
     */
    FlowBuilder<I, O> node(String name);

    /**
     * Names the nodes that this process is: it runs their components only, and those before the first one with a node. Default: none,
     * and all components run here. Nodes that the flow does not have are those of other flows.
     *
     * <p>Events leave at the slot in front of the first component that runs elsewhere. Where they do, {@code submit} fails: the result
     * does not come back. A component that runs elsewhere is never called here, except for {@link KeyedTask#key} if events leave in
     * front of it. A catch component handles errors of its own node only.
     */
    FlowBuilder<I, O> here(Collection<String> nodes);

    /**
     * Gives each event to a task that entered by {@code apply} or {@code tryApply}, so that nobody awaits it, and ended with an
     * error, a timeout included. Default: such errors are only logged. The task runs on the thread that ended the event, and a stop
     * waits for it. If it throws, the dead letter is logged and lost.
     *
     * @param receiver must be thread-safe
     * @throws InvalidFlowException if the dead letters have a receiver already
     */
    FlowBuilder<I, O> deadLetters(SideEffectTask<? super DeadLetter<I>> receiver);

    /**
     * Lets each such event enter another flow, which may wait for admission. A dead letter that is refused is logged and lost.
     * Throws like the other method.
     */
    FlowBuilder<I, O> deadLetters(Flow<DeadLetter<I>, ?> receiver);

    /**
     * Keeps each such event in a store for durable queues, among the dead letters of the slot whose component failed, with the
     * message that entered the flow. Requeued there, it enters the flow again. A dead letter that the store cannot keep is logged
     * and lost.
     *
     * @param store also the store of durable slots, as with {@link #queues}
     * @throws InvalidFlowException if the dead letters have a receiver already, or the flow another store of the same kind
     */
    FlowBuilder<I, O> deadLetters(EventStore store);

    /** Bounds the number of events inside the flow at once, 1 to {@link #MAX_IN_FLIGHT}. Default: 1024. */
    FlowBuilder<I, O> maxInFlight(int maxInFlight);

    /**
     * Bounds the age of an event, 1 ms to 1 day. Default: 30 seconds. An older event ends with an
     * {@link EventTimeoutException}, at the latest when it reaches the next slot or the end. A coarse clock measures the
     * age: never early, late by up to a twenty-fifth and at least about 2 ms, and after a pause of the machine by that
     * pause as well.
     */
    FlowBuilder<I, O> timeout(Duration timeout);

    /** Sets how many events are measured from the start. Default: {@link Sampling#DEFAULT}. */
    FlowBuilder<I, O> sampling(Sampling sampling);

    /**
     * Runs a range of components in one transaction for each event, whatever threads run them. The transaction begins
     * before the first task of the range that runs, and is committed after the last component, before the result is
     * reported. It is rolled back as soon as the event has an error: of a task, of the commit, a timeout or a stop. A
     * catch component in the range, and what follows it there, runs in a transaction of its own. A range that is just a
     * batch component runs in one transaction for each call of its task; a longer range must not contain one.
     *
     * @param from name of the first component
     * @param to name of the last component, which may be the first
     */
    FlowBuilder<I, O> transaction(String from, String to, Transactions transactions);

    /**
     * Carries thread-locals with the events. Default: none, unless the manager sets a {@linkplain
     * io.concor.manage.ManagedFlow#carryByDefault default carrier}.
     *
     * @param carrier the carrier, or {@link ThreadLocalCarrier#NONE}
     */
    FlowBuilder<I, O> carrying(ThreadLocalCarrier carrier);

    /**
     * Lets slots keep their waiting events in a store: those whose setting {@code queue} is the kind of the store.
     *
     * @param store not null; at most one of each kind
     */
    FlowBuilder<I, O> queues(EventStore store);

    /**
     * Lets slots keep their waiting events in a store whose setting {@code queue} is {@code remote}, whatever the kind of the store: all
     * processes that run the flow share it.
     *
     * @param store not null; at most one, which may be that of other queues as well
     */
    FlowBuilder<I, O> remoteQueues(EventStore store);

    /** Checks the messages, for example for references that leak from one event into another. Default: none. */
    FlowBuilder<I, O> checking(MessageCheck.Factory check);

    /**
     * Closes the flow when the JVM shuts down, as after SIGTERM or {@link System#exit}. The JVM keeps the flow until it is
     * {@linkplain Flow#close() closed}. Not for a flow that is a bean: its context closes it. Default: it is not closed.
     */
    FlowBuilder<I, O> closeOnShutdown();

    /**
     * Builds the flow and starts its threads.
     *
     * @throws InvalidFlowException if there is no component, or none after the last join; if two components have one
     *     name or one single-threaded task; if a transaction's range is invalid; if a component is to be tried again that handles
     *     errors, or follows such a component in a transaction; if a node has no allowed name; or if this builder was used before
     * @throws InvalidLayoutException if a join breaks a rule
     * @throws InvalidSettingException if a bound is out of range
     */
    Flow<I, O> build();

    /** Creates builders. Concor's engine provides the one implementation, as a {@link java.util.ServiceLoader service}. */
    interface Factory {

        /** Creates a builder without components for a flow whose name is allowed. */
        <I extends @Nullable Object> FlowBuilder<I, I> create(String flow);
    }
}
