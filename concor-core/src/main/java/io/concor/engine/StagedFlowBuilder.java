package io.concor.engine;

import io.concor.BatchTask;
import io.concor.CatchTask;
import io.concor.Component;
import io.concor.DeadLetter;
import io.concor.EventStore;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.InvalidFlowException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.MessageCheck;
import io.concor.NameRules;
import io.concor.OnFailure;
import io.concor.RecoveryTask;
import io.concor.RetryPolicy;
import io.concor.Sampling;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.Task;
import io.concor.ThreadLocalCarrier;
import io.concor.Transactions;
import io.concor.TransitionTask;
import io.concor.engine.definition.FailureHandling;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.GivenStores;
import io.concor.engine.definition.LayoutRules;
import io.concor.engine.definition.LayoutRules.InitialSlot;
import io.concor.layout.Placement;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds a {@link StagedFlow}. */
final class StagedFlowBuilder<I extends @Nullable Object, O extends @Nullable Object> implements FlowBuilder<I, O> {

    private final String name;
    private final List<Component> components = new ArrayList<>();
    private final List<InitialSlot> slots = new ArrayList<>();
    private final List<FlowDefinition.Scope> scopes = new ArrayList<>();
    private final GivenStores stores;
    private Collection<String> here = List.of();
    private InitialSlot nextSlot = InitialSlot.BY_KIND;
    private int maxInFlight = FlowDefinition.Limits.DEFAULT_MAX_IN_FLIGHT;
    private Duration timeout = FlowDefinition.Limits.DEFAULT_TIMEOUT;
    private Sampling sampling = Sampling.DEFAULT;
    private @Nullable ThreadLocalCarrier carrier;
    private MessageCheck.@Nullable Factory check;
    private final Map<String, RetryPolicy> retries = new HashMap<>();
    private final Map<String, OnFailure> onFailures = new HashMap<>();
    private @Nullable RetryPolicy nextRetry;
    private @Nullable OnFailure nextOnFailure;
    private @Nullable SideEffectTask<DeadLetter<@Nullable Object>> deadLetters;
    private @Nullable String deadLetterFlow;
    private @Nullable String nextNode;
    private boolean closeOnShutdown;
    private boolean built;

    StagedFlowBuilder(String name) {
        this.name = name;
        this.stores = new GivenStores(name);
    }

    @Override
    public <P extends @Nullable Object> FlowBuilder<I, P> map(SimpleTask<? super O, ? extends P> task, String name) {
        return append(task, name);
    }

    @Override
    public <P extends @Nullable Object> FlowBuilder<I, P> mapSingleThreaded(
            SingleThreadedTask<? super O, ? extends P> task, String name) {
        return append(task, name);
    }

    @Override
    public <P extends @Nullable Object> FlowBuilder<I, P> mapSynchronizedRemote(
            SynchronizedRemoteTask<? super O, ? extends P> task, String name) {
        return append(task, name);
    }

    @Override
    public <P extends @Nullable Object> FlowBuilder<I, P> mapKeyed(
            KeyedTask<? super O, ? extends P> task, String name) {
        return append(task, name);
    }

    @Override
    public <P extends @Nullable Object> FlowBuilder<I, P> mapBatch(
            BatchTask<? super O, ? extends P> task, String name) {
        return append(task, name);
    }

    @Override
    public <P extends @Nullable Object> FlowBuilder<I, P> bind(TransitionTask<? super O, P> task, String name) {
        return append(task, name);
    }

    @Override
    public FlowBuilder<I, O> forEach(SideEffectTask<? super O> task, String name) {
        return append(task, name);
    }

    @Override
    public FlowBuilder<I, O> catching(CatchTask<? extends O> task, String name) {
        return append(task, name);
    }

    @Override
    public FlowBuilder<I, O> recovering(RecoveryTask<? extends O> task, String name) {
        return append(task, name);
    }

    @Override
    public FlowBuilder<I, @Nullable Object> then(Component component) {
        return append(component);
    }

    private <P extends @Nullable Object> FlowBuilder<I, P> append(Task task, String name) {
        return append(Component.of(name, task));
    }

    private <P extends @Nullable Object> FlowBuilder<I, P> append(Component component) {
        if (!NameRules.allowed(component.name())) {
            throw new InvalidFlowException(
                    name,
                    SafeText.shown(component.name()),
                    "the component's name is not allowed",
                    "Use " + NameRules.ALLOWED);
        }
        components.add(nextNode == null ? component : component.on(nextNode));
        nextNode = null;
        slots.add(nextSlot);
        nextSlot = InitialSlot.BY_KIND;
        keep(retries, component, nextRetry);
        nextRetry = null;
        keep(onFailures, component, nextOnFailure);
        nextOnFailure = null;
        @SuppressWarnings("unchecked") // the task just appended returns P
        FlowBuilder<I, P> next = (FlowBuilder<I, P>) this;
        return next;
    }

    private static <T> void keep(Map<String, T> values, Component component, @Nullable T value) {
        if (value != null) {
            values.put(component.name(), value);
        }
    }

    @Override
    public FlowBuilder<I, O> retry(RetryPolicy policy) {
        if (nextRetry != null) {
            throw invalid("two retry policies stand before one component", "Put one policy before a component");
        }
        nextRetry = required("retry", policy, "a RetryPolicy, such as RetryPolicy.maxRetries(3)");
        return this;
    }

    @Override
    public FlowBuilder<I, O> onFailure(OnFailure choice) {
        if (nextOnFailure != null) {
            throw invalid("'on-failure' is set twice before one component", "Set it once before a component");
        }
        nextOnFailure = required("on-failure", choice, "hold-key, skip");
        return this;
    }

    @Override
    @SuppressWarnings("unchecked") // what enters the flow is an I, or null if I includes it
    public FlowBuilder<I, O> deadLetters(SideEffectTask<? super DeadLetter<I>> receiver) {
        requireNoReceiver();
        deadLetters = (SideEffectTask<DeadLetter<@Nullable Object>>) (SideEffectTask<?>)
                required("dead-letters", receiver, "a SideEffectTask, or a flow that takes DeadLetter");
        return this;
    }

    @Override
    public FlowBuilder<I, O> deadLetters(Flow<DeadLetter<I>, ?> receiver) {
        Flow<DeadLetter<I>, ?> given =
                required("dead-letters", receiver, "a SideEffectTask, or a flow that takes DeadLetter");
        deadLetterFlow = given.name();
        return deadLetters((SideEffectTask<DeadLetter<I>>) given::apply);
    }

    @Override
    public FlowBuilder<I, O> deadLetters(EventStore store) {
        requireNoReceiver();
        stores.keepDeadLetters(required("dead-letters", store, "a store for durable queues"));
        return this;
    }

    private void requireNoReceiver() {
        if (deadLetters != null || stores.deadLetters() != null) {
            throw invalid("its dead letters have two receivers", "Set one");
        }
    }

    private static <T> T required(String field, @Nullable T value, String allowed) {
        if (value == null) {
            throw new InvalidSettingException(field, "it has no value", allowed);
        }
        return value;
    }

    @Override
    public FlowBuilder<I, O> join(JoinSettings settings) {
        return slot(InitialSlot.of(settings));
    }

    @Override
    public FlowBuilder<I, O> noJoin() {
        return slot(InitialSlot.EMPTY);
    }

    private FlowBuilder<I, O> slot(InitialSlot slot) {
        if (nextSlot != InitialSlot.BY_KIND) {
            throw invalid("two joins stand before one component", "Put one join before a component");
        }
        nextSlot = slot;
        return this;
    }

    @Override
    public FlowBuilder<I, O> maxInFlight(int maxInFlight) {
        this.maxInFlight = maxInFlight;
        return this;
    }

    @Override
    public FlowBuilder<I, O> timeout(Duration timeout) {
        this.timeout = timeout;
        return this;
    }

    @Override
    public FlowBuilder<I, O> sampling(Sampling sampling) {
        this.sampling = sampling;
        return this;
    }

    @Override
    public FlowBuilder<I, O> transaction(String from, String to, Transactions transactions) {
        scopes.add(new FlowDefinition.Scope(from, to, transactions));
        return this;
    }

    @Override
    public FlowBuilder<I, O> carrying(ThreadLocalCarrier carrier) {
        this.carrier = carrier;
        return this;
    }

    @Override
    public FlowBuilder<I, O> checking(MessageCheck.Factory check) {
        this.check = check;
        return this;
    }

    @Override
    public FlowBuilder<I, O> queues(EventStore store) {
        stores.add(store);
        return this;
    }

    @Override
    public FlowBuilder<I, O> remoteQueues(EventStore store) {
        stores.addRemote(store);
        return this;
    }

    @Override
    public FlowBuilder<I, O> node(String name) {
        if (nextNode != null) {
            throw invalid("two nodes stand before one component", "Put one node before a component");
        }
        nextNode = required("node", name, NameRules.ALLOWED);
        return this;
    }

    @Override
    public FlowBuilder<I, O> here(Collection<String> nodes) {
        here = List.copyOf(nodes);
        return this;
    }

    @Override
    public FlowBuilder<I, O> closeOnShutdown() {
        this.closeOnShutdown = true;
        return this;
    }

    @Override
    public Flow<I, O> build() {
        if (nextSlot != InitialSlot.BY_KIND) {
            throw invalid("no component follows the last join", "Put the join before a component");
        }
        if (nextRetry != null || nextOnFailure != null || nextNode != null) {
            throw invalid("no component follows the last retry, on-failure or node", "Put it before a component");
        }
        if (built) {
            throw invalid("this builder has built its flow already", "Use a builder for each flow");
        }
        FlowDefinition.Limits limits = new FlowDefinition.Limits(maxInFlight, timeout);
        FailureHandling failures =
                new FailureHandling(retries, onFailures, deadLetters, deadLetterFlow, stores.deadLetters());
        FlowDefinition definition = new FlowDefinition(
                name, components, scopes, limits, failures, stores.all(), Placement.of(components, here));
        // before threads start, since the factory may throw
        MessageCheck created = check == null
                ? MessageCheck.NONE
                : check.create(name, definition.components(), maxInFlight + definition.reserved());
        StagedFlow<I, O> flow = new StagedFlow<>(definition, LayoutRules.start(definition, slots), sampling);
        if (carrier != null) {
            flow.carry(carrier);
        }
        if (created != MessageCheck.NONE) {
            flow.check((of, passed, most) -> created);
        }
        if (closeOnShutdown) {
            flow.closeOnShutdown();
        }
        built = true;
        return flow;
    }

    private InvalidFlowException invalid(String what, String remedy) {
        return new InvalidFlowException(name, null, what, remedy);
    }
}
