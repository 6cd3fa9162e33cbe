package io.concor.autoconfigure.flow;

import io.concor.Component;
import io.concor.EventStore;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.OnFailure;
import io.concor.PoolKind;
import io.concor.QueueKind;
import io.concor.RetryPolicy;
import io.concor.SlotSetting;
import io.concor.Task;
import io.concor.TaskKind;
import io.concor.Transaction;
import io.concor.Transactions;
import io.concor.autoconfigure.properties.FlatSettings;
import io.concor.autoconfigure.properties.FlowSettings;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.autoconfigure.properties.RetryProperties;
import io.concor.autoconfigure.properties.TaskSettings;
import io.concor.autoconfigure.properties.TransactionSettings;
import io.concor.layout.Placement;
import io.concor.text.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.util.ClassUtils;

/** Creates the configured flows. */
final class FlowFactory {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);
    private static final String TRANSACTION_MANAGER = "org.springframework.transaction.PlatformTransactionManager";

    private final Map<String, FlowSettings> flows;
    /** The nodes that this process is. */
    private final List<String> nodes;

    private final TaskBeans beans;
    private final RetryPolicies retries;
    private final DeadLetterReceivers deadLetters;
    private final ConfigurableListableBeanFactory factory;

    FlowFactory(Map<String, FlowSettings> flows, List<String> nodes, ConfigurableListableBeanFactory factory) {
        this.flows = flows;
        this.nodes = nodes;
        this.beans = new TaskBeans(factory);
        this.retries = new RetryPolicies(factory);
        this.deadLetters = new DeadLetterReceivers(factory);
        this.factory = factory;
    }

    /** Creates a flow. Called by the bean definitions of the flows. */
    Flow<?, ?> create(String name) {
        FlowSettings settings = Objects.requireNonNull(flows.get(name));
        PropertyPath place = PropertyPath.flow(name);
        List<ConfiguredComponent> parts = parts(place, settings);
        requireKnownSlots(place, settings, parts);
        requireFittingTypes(parts);
        reportUnknownTypes(name, parts);
        List<ConfiguredTransaction> scopes = scopes(place, settings.transactions());
        try {
            return build(name, settings, parts, scopes);
        } catch (InvalidSettingException wrong) {
            throw invalidSetting(place, wrong);
        } catch (InvalidLayoutException wrong) {
            FlowProblem problem = FlowProblem.invalidSetting(wrong.field(), wrong.reason(), wrong.allowed());
            throw new FlowConfigurationException(
                    slotPlace(parts, wrong.slot(), place).at(wrong.field()), problem, wrong);
        } catch (InvalidFlowException wrong) {
            FlowProblem problem = new FlowProblem(wrong.problem(), wrong.remedy() + ".");
            throw new FlowConfigurationException(place(parts, wrong, place), problem, wrong);
        }
    }

    private List<ConfiguredComponent> parts(PropertyPath flow, FlowSettings settings) {
        List<ConfiguredComponent> parts = new ArrayList<>();
        Placement placement = settings.placement(nodes);
        for (TaskSettings task : settings.tasks()) {
            PropertyPath place = flow.component(parts.size(), task);
            ConfiguredSlot slot = slot(flow, place, settings, task);
            Task bean = task(placement, parts.size(), place, slot);
            MessageTypes types = placement.isHere(parts.size()) ? beans.types(place, bean) : beans.declaredTypes(place);
            parts.add(new ConfiguredComponent(
                    place, slot, retry(place, task), task.onFailure(), task.node(), bean, types));
        }
        return parts;
    }

    /** A keyed task is needed also where events leave the process, since it tells their keys. */
    private Task task(Placement placement, int index, PropertyPath place, @Nullable ConfiguredSlot slot) {
        if (placement.isHere(index)) {
            return beans.task(place);
        }
        TaskKind otherwise = slot == null ? null : slot.kind();
        Component elsewhere = beans.elsewhere(place, otherwise);
        return placement.isExit(index) && elsewhere.kind() == TaskKind.KEYED ? beans.task(place) : elsewhere.task();
    }

    private @Nullable RetryPolicy retry(PropertyPath component, TaskSettings task) {
        RetryProperties retry = task.retry();
        return retry == null || retry.isEmpty() ? null : retries.policy(component.at("retry"), retry);
    }

    private static @Nullable ConfiguredSlot slot(
            PropertyPath flow, PropertyPath component, FlowSettings settings, TaskSettings task) {
        String name = Objects.requireNonNullElse(component.component(), "");
        FlatSettings slot = settings.slot(name, task);
        if (slot == null) {
            return null;
        }
        return new ConfiguredSlot(settings.hasSlot(name) ? flow.slot(name) : component.at("slot"), slot);
    }

    private static void requireKnownSlots(PropertyPath flow, FlowSettings settings, List<ConfiguredComponent> parts) {
        List<String> known = parts.stream().map(part -> part.component().name()).toList();
        for (String slot : settings.slots().keySet()) {
            if (!known.contains(slot)) {
                throw new FlowConfigurationException(flow.slot(slot), FlowProblem.unknownSlot(slot, known));
            }
        }
    }

    private static void requireFittingTypes(List<ConfiguredComponent> parts) {
        new TypeChain(parts.stream().map(ConfiguredComponent::types).toList())
                .requireFitting(parts.stream().map(ConfiguredComponent::place).toList());
    }

    private void reportUnknownTypes(String flow, List<ConfiguredComponent> parts) {
        String unknown = parts.stream()
                .filter(part -> !part.types().complete() && beans.exists(part.place()))
                .map(part -> Sentence.of("'%s' (%s)", part.place().component(), beans.declaration(part.place())))
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            logger.info(
                    "Flow '{}': the types of these components are not fully known, so the start does not check whether their neighbours fit: {}. "
                            + "Declare the beans with their types, as in SimpleTask<String, Integer>",
                    flow,
                    unknown);
        }
    }

    private static List<ConfiguredTransaction> scopes(PropertyPath flow, List<TransactionSettings> settings) {
        return IntStream.range(0, settings.size())
                .mapToObj(i -> ConfiguredTransaction.of(flow.transaction(i), settings.get(i)))
                .toList();
    }

    private Flow<?, ?> build(
            String name, FlowSettings settings, List<ConfiguredComponent> parts, List<ConfiguredTransaction> scopes) {
        FlowBuilder<?, ?> builder = Flows.create(name);
        if (settings.maxInFlight() != null) {
            builder.maxInFlight(settings.maxInFlight());
        }
        if (settings.timeout() != null) {
            builder.timeout(settings.timeout());
        }
        if (settings.deadLetters() != null) {
            deadLetters.addTo(builder, PropertyPath.flow(name).at("dead-letters"), settings.deadLetters());
        }
        addStores(name, builder);
        builder.here(nodes);
        parts.forEach(part -> part.addTo(builder));
        scopes.forEach(scope -> builder.transaction(scope.from(), scope.to(), transactions(scope, settings, parts)));
        return builder.build();
    }

    /** The flow is destroyed before the stores. A fallback bean gives way to another store of its kind. */
    private void addStores(String flow, FlowBuilder<?, ?> builder) {
        Set<QueueKind> given = EnumSet.noneOf(QueueKind.class);
        Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(factory, EventStore.class, true, false))
                .sorted(Comparator.comparing(this::isFallback))
                .forEach(name -> {
                    EventStore store = factory.getBean(name, EventStore.class);
                    if (given.add(store.kind()) || !isFallback(name)) {
                        builder.queues(store);
                        factory.registerDependentBean(name, flow);
                    }
                });
    }

    private boolean isFallback(String bean) {
        return factory.containsBeanDefinition(bean)
                && factory.getMergedBeanDefinition(bean) instanceof AbstractBeanDefinition definition
                && definition.isFallback();
    }

    /** A range that runs elsewhere begins no transaction here, so its manager need not exist. */
    private Transactions transactions(
            ConfiguredTransaction scope, FlowSettings settings, List<ConfiguredComponent> parts) {
        Placement placement = settings.placement(nodes);
        boolean elsewhere = IntStream.range(0, parts.size())
                .anyMatch(i -> !placement.isHere(i)
                        && scope.from().equals(parts.get(i).place().component()));
        return elsewhere ? FlowFactory::noTransaction : transactions(scope);
    }

    private static Transaction noTransaction() {
        throw new IllegalStateException("The range of the transaction runs on another node");
    }

    /** Returns what begins the transactions of a scope, if Spring's transaction support is on the class path. */
    private Transactions transactions(ConfiguredTransaction scope) {
        if (!ClassUtils.isPresent(TRANSACTION_MANAGER, factory.getBeanClassLoader())) {
            throw new FlowConfigurationException(scope.place(), FlowProblem.missingSpringTx());
        }
        return new TransactionManagerBeans(factory).transactions(scope);
    }

    private static PropertyPath place(List<ConfiguredComponent> parts, InvalidFlowException wrong, PropertyPath flow) {
        return wrong.part() == null ? place(parts, wrong.component(), flow.at("tasks")) : flow.at(wrong.part());
    }

    private static PropertyPath place(
            List<ConfiguredComponent> parts, @Nullable String component, PropertyPath otherwise) {
        return parts.stream()
                .map(ConfiguredComponent::place)
                .filter(place -> Objects.equals(place.component(), component))
                .reduce((first, last) -> last)
                .orElse(otherwise);
    }

    private static PropertyPath slotPlace(List<ConfiguredComponent> parts, String slot, PropertyPath otherwise) {
        return parts.stream()
                .filter(part -> part.slot() != null && slot.equals(part.place().component()))
                .map(part -> Objects.requireNonNull(part.slot()).place())
                .findFirst()
                .orElseGet(() -> place(parts, slot, otherwise).at("slot"));
    }

    private static FlowConfigurationException invalidSetting(PropertyPath place, InvalidSettingException wrong) {
        FlowProblem problem = FlowProblem.invalidSetting(wrong.field(), wrong.reason(), wrong.allowed());
        boolean named = wrong.field().equals("flow");
        return new FlowConfigurationException(named ? place : place.at(wrong.field()), problem, wrong);
    }

    /** The settings of a slot and their place in the configuration. */
    private record ConfiguredSlot(PropertyPath place, FlatSettings settings) {

        /** Returns the kind of the component; null if the settings do not tell it. */
        @Nullable
        TaskKind kind() {
            if (settings.get(SlotSetting.POOL) == PoolKind.KEYED) {
                return TaskKind.KEYED;
            }
            return SlotSetting.all().stream()
                    .filter(setting -> setting.kind() != null && settings.get(setting) != null)
                    .map(SlotSetting::kind)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }

        void addTo(FlowBuilder<?, ?> builder, TaskKind kind) {
            try {
                settings.toJoinSettings()
                        .map(join -> join.inFrontOf(kind))
                        .ifPresentOrElse(builder::join, builder::noJoin);
            } catch (InvalidSettingException wrong) {
                throw invalidSetting(place, wrong);
            }
        }
    }

    /** A component with its place in the configuration. */
    private record ConfiguredComponent(
            PropertyPath place,
            @Nullable ConfiguredSlot slot,
            @Nullable RetryPolicy retry,
            @Nullable OnFailure onFailure,
            @Nullable String node,
            Task task,
            MessageTypes types) {

        Component component() {
            return new Component(
                    Objects.requireNonNull(place.component()),
                    task,
                    place.bean(),
                    MessageTypes.plain(types.input()),
                    MessageTypes.plain(types.output()),
                    node);
        }

        void addTo(FlowBuilder<?, ?> builder) {
            Component component = component();
            if (slot != null) {
                slot.addTo(builder, component.kind());
            }
            if (retry != null) {
                builder.retry(retry);
            }
            if (onFailure != null) {
                builder.onFailure(onFailure);
            }
            builder.then(component);
        }
    }
}
