package io.concor.engine;

import io.concor.BatchTask;
import io.concor.CatchTask;
import io.concor.Component;
import io.concor.EventStore;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.InvalidFlowException;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.MessageCheck;
import io.concor.NameRules;
import io.concor.RecoveryTask;
import io.concor.Sampling;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.Task;
import io.concor.ThreadLocalCarrier;
import io.concor.Transactions;
import io.concor.TransitionTask;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.LayoutRules;
import io.concor.engine.definition.LayoutRules.InitialSlot;
import io.concor.queue.QueueStore;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds a {@link StagedFlow}. */
final class StagedFlowBuilder<I extends @Nullable Object, O extends @Nullable Object> implements FlowBuilder<I, O> {

    private final String name;
    private final List<Component> components = new ArrayList<>();
    private final List<InitialSlot> slots = new ArrayList<>();
    private final List<FlowDefinition.Scope> scopes = new ArrayList<>();
    private final List<QueueStore> stores = new ArrayList<>();
    private InitialSlot nextSlot = InitialSlot.BY_KIND;
    private int maxInFlight = FlowDefinition.Limits.DEFAULT_MAX_IN_FLIGHT;
    private Duration timeout = FlowDefinition.Limits.DEFAULT_TIMEOUT;
    private Sampling sampling = Sampling.DEFAULT;
    private @Nullable ThreadLocalCarrier carrier;
    private MessageCheck.@Nullable Factory check;
    private boolean closeOnShutdown;
    private boolean built;

    StagedFlowBuilder(String name) {
        this.name = name;
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
        components.add(component);
        slots.add(nextSlot);
        nextSlot = InitialSlot.BY_KIND;
        @SuppressWarnings("unchecked") // the task just appended returns P
        FlowBuilder<I, P> next = (FlowBuilder<I, P>) this;
        return next;
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
        if (!(store instanceof QueueStore usable)) {
            throw invalid("its store '" + store.name() + "' was not made for flows", "Use one of a module of Concor");
        }
        if (stores.stream().anyMatch(other -> other.kind() == store.kind())) {
            throw invalid("it has two stores for " + store.kind() + " queues", "Give it one");
        }
        stores.add(usable);
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
        if (built) {
            throw invalid("this builder has built its flow already", "Use a builder for each flow");
        }
        FlowDefinition.Limits limits = new FlowDefinition.Limits(maxInFlight, timeout);
        FlowDefinition definition = new FlowDefinition(name, components, scopes, limits, stores);
        // before threads start, since the factory may throw
        MessageCheck created =
                check == null ? MessageCheck.NONE : check.create(name, components, maxInFlight + definition.reserved());
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
