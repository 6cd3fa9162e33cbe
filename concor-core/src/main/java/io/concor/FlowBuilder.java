package io.concor;

import io.concor.engine.StagedFlow;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.FlowLimits;
import io.concor.engine.definition.InitialSlot;
import io.concor.engine.definition.LayoutRules;
import io.concor.engine.definition.ScopeDefinition;
import io.concor.manage.Manager;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chains tasks into a flow and carries the types through: a chain whose types do not fit does not compile. Not
 * thread-safe; a builder makes one flow.
 *
 * <p>A slot of which nothing is said gets a join where its component needs one: one thread before a single-threaded
 * task, a cached pool before a synchronized-remote one, unless the stage in front may run it anyway.
 *
 * @param <I> the type of the messages that go in
 * @param <O> the type of the messages at the present end
 */
public final class FlowBuilder<I, O> {

    private final String name;
    private final List<Component> components = new ArrayList<>();
    private final List<InitialSlot> choices = new ArrayList<>();
    private InitialSlot nextSlot = InitialSlot.BY_KIND;
    private int maxInFlight = FlowLimits.DEFAULT_MAX_IN_FLIGHT;
    private Duration timeout = FlowLimits.DEFAULT_TIMEOUT;
    private Sampling sampling = Sampling.DEFAULT;
    private final List<ScopeDefinition> scopes = new ArrayList<>();
    private @Nullable ThreadLocalCarrier carrier;
    private LeakCheck leakCheck = LeakCheck.OFF;
    private boolean built;

    FlowBuilder(String name) {
        this.name = name;
    }

    /**
     * Appends a simple task.
     *
     * @param task the task
     * @param name the component's name, which is its slot's name as well
     * @param <P> the type of the messages behind it
     * @throws InvalidFlowException when the name is not allowed
     * @throws InvalidSettingException when there is no name or no task
     */
    public <P> FlowBuilder<I, P> map(SimpleTask<? super O, ? extends P> task, String name) {
        return append(task, name);
    }

    /**
     * Appends a single-threaded task.
     *
     * @param task the task
     * @param name the component's name, which is its slot's name as well
     * @param <P> the type of the messages behind it
     * @throws InvalidFlowException when the name is not allowed
     * @throws InvalidSettingException when there is no name or no task
     */
    public <P> FlowBuilder<I, P> mapSingleThreaded(SingleThreadedTask<? super O, ? extends P> task, String name) {
        return append(task, name);
    }

    /**
     * Appends a synchronized-remote task.
     *
     * @param task the task
     * @param name the component's name, which is its slot's name as well
     * @param <P> the type of the messages behind it
     * @throws InvalidFlowException when the name is not allowed
     * @throws InvalidSettingException when there is no name or no task
     */
    public <P> FlowBuilder<I, P> mapSynchronizedRemote(
            SynchronizedRemoteTask<? super O, ? extends P> task, String name) {
        return append(task, name);
    }

    /**
     * Appends a transition task.
     *
     * @param task the task
     * @param name the component's name, which is its slot's name as well
     * @param <P> the type of the messages behind it
     * @throws InvalidFlowException when the name is not allowed
     * @throws InvalidSettingException when there is no name or no task
     */
    public <P> FlowBuilder<I, P> bind(TransitionTask<? super O, P> task, String name) {
        return append(task, name);
    }

    /**
     * Appends a side-effect task.
     *
     * @param task the task
     * @param name the component's name, which is its slot's name as well
     * @throws InvalidFlowException when the name is not allowed
     * @throws InvalidSettingException when there is no name or no task
     */
    public FlowBuilder<I, O> forEach(SideEffectTask<? super O> task, String name) {
        return append(task, name);
    }

    /**
     * Appends a catch task.
     *
     * @param task the task
     * @param name the component's name, which is its slot's name as well
     * @throws InvalidFlowException when the name is not allowed
     * @throws InvalidSettingException when there is no name or no task
     */
    public FlowBuilder<I, O> catching(CatchTask<? extends O> task, String name) {
        return append(task, name);
    }

    /**
     * Appends a component whose types the compiler does not check, for flows that are put together from data. Whoever
     * does so checks them.
     *
     * @param component the component
     * @throws InvalidFlowException when its name is not allowed
     */
    public FlowBuilder<I, @Nullable Object> then(Component component) {
        return append(component);
    }

    private <P> FlowBuilder<I, P> append(Task task, String name) {
        return append(Component.of(name, task));
    }

    private <P> FlowBuilder<I, P> append(Component component) {
        if (!NameRules.allowed(component.name())) {
            throw new InvalidFlowException(
                    name,
                    SafeText.shown(component.name()),
                    "the component's name is not allowed",
                    "Use " + NameRules.ALLOWED);
        }
        components.add(component);
        choices.add(nextSlot);
        nextSlot = InitialSlot.BY_KIND;
        @SuppressWarnings("unchecked") // the task just appended gives P
        FlowBuilder<I, P> next = (FlowBuilder<I, P>) this;
        return next;
    }

    /**
     * Fills the slot of the component that follows.
     *
     * @param settings the join's settings
     * @throws InvalidFlowException when something was said about the slot already
     */
    public FlowBuilder<I, O> join(JoinSettings settings) {
        return slot(new InitialSlot.Filled(settings));
    }

    /**
     * Leaves the slot of the component that follows empty, also where its kind would ask for a join.
     *
     * @throws InvalidFlowException when something was said about the slot already
     */
    public FlowBuilder<I, O> noJoin() {
        return slot(InitialSlot.EMPTY);
    }

    private FlowBuilder<I, O> slot(InitialSlot choice) {
        if (nextSlot != InitialSlot.BY_KIND) {
            throw new InvalidFlowException(
                    name, null, "two joins stand before one component", "Put one join before a component");
        }
        nextSlot = choice;
        return this;
    }

    /**
     * Bounds the number of events inside the flow at once; 1024 where nothing is said.
     *
     * @param maxInFlight the bound, 1 to 1,048,576 events
     */
    public FlowBuilder<I, O> maxInFlight(int maxInFlight) {
        this.maxInFlight = maxInFlight;
        return this;
    }

    /**
     * Bounds the age of an event; 30 seconds where nothing is said. An older event ends with an
     * {@link EventTimeoutException}, at the latest when it meets the next slot or the end. The age is measured with a
     * coarse clock: never early, and late by up to a twenty-fifth, by about 2 ms at least; after a pause of the machine
     * by that pause as well.
     *
     * @param timeout the bound, 1 ms to 1 day
     */
    public FlowBuilder<I, O> timeout(Duration timeout) {
        this.timeout = timeout;
        return this;
    }

    /**
     * Says how many events are measured from the start; {@link Sampling#DEFAULT} where nothing is said.
     *
     * @param sampling how many
     */
    public FlowBuilder<I, O> sampling(Sampling sampling) {
        this.sampling = sampling;
        return this;
    }

    /**
     * Runs the components between two, the scope, in one transaction for each event, whatever threads run them. It
     * begins before the first task of the scope that is run and is committed after the last component, before anybody
     * hears of the result; it is rolled back as soon as the event has an error: of a task, of the commit, or because
     * its time is over or the flow is stopped. A catch component in the scope, and what follows it there, runs in a
     * transaction of its own.
     *
     * @param from name of the first component
     * @param to name of the last component, which may be the first
     * @param transactions begins them
     */
    public FlowBuilder<I, O> transaction(String from, String to, Transactions transactions) {
        scopes.add(new ScopeDefinition(from, to, transactions));
        return this;
    }

    /**
     * Lets thread-locals travel with the events. Where nothing is said, none do unless the manager's user has a
     * {@linkplain Manager#carryByDefault carrier for such flows}.
     *
     * @param carrier what takes them along; {@link ThreadLocalCarrier#NONE} for none
     */
    public FlowBuilder<I, O> carrying(ThreadLocalCarrier carrier) {
        this.carrier = carrier;
        return this;
    }

    /**
     * Says what is done about references that leak from one event into another; nothing where nothing is said.
     *
     * @param check what is done; not for production
     */
    public FlowBuilder<I, O> checkingLeaks(LeakCheck check) {
        this.leakCheck = check;
        return this;
    }

    /**
     * Makes the flow and starts its threads.
     *
     * @return the running flow
     * @throws InvalidFlowException when there is no component, or none behind the last join; when a name or a
     *     single-threaded task stands at two places, or a transaction has no scope of its own; or when this builder has
     *     made its flow already
     * @throws InvalidLayoutException when a join breaks a rule
     * @throws InvalidSettingException when a bound is out of its bounds
     */
    public Flow<I, O> build() {
        if (nextSlot != InitialSlot.BY_KIND) {
            throw new InvalidFlowException(
                    name, null, "no component follows the last join", "Put the join before a component");
        }
        if (built) {
            throw new InvalidFlowException(
                    name, null, "this builder has made its flow already", "Use a builder for each flow");
        }
        FlowLimits limits = new FlowLimits(maxInFlight, timeout);
        FlowDefinition definition = new FlowDefinition(name, components, scopes, limits);
        StagedFlow<I, O> flow = new StagedFlow<>(definition, LayoutRules.start(definition, choices), sampling);
        if (carrier != null) {
            flow.carry(carrier);
        }
        flow.checkLeaks(leakCheck);
        built = true;
        return flow;
    }
}
