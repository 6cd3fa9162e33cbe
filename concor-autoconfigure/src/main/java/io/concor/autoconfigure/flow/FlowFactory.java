package io.concor.autoconfigure.flow;

import io.concor.Component;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.Task;
import io.concor.autoconfigure.flow.FlowProblem.BrokenRule;
import io.concor.autoconfigure.flow.FlowProblem.TypesDoNotFit;
import io.concor.autoconfigure.flow.FlowProblem.UnknownSlot;
import io.concor.autoconfigure.flow.FlowProblem.WrongSetting;
import io.concor.autoconfigure.properties.ConcorProperties.FlowSettings;
import io.concor.autoconfigure.properties.ConcorProperties.TaskSettings;
import io.concor.autoconfigure.properties.ConcorProperties.TransactionSettings;
import io.concor.autoconfigure.properties.Place;
import io.concor.autoconfigure.properties.SlotSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes the flows that are configured. */
final class FlowFactory {

    private final Map<String, FlowSettings> flows;
    private final TaskBeans beans;
    private final TransactionBeans transactions;

    FlowFactory(Map<String, FlowSettings> flows, TaskBeans beans, TransactionBeans transactions) {
        this.flows = flows;
        this.beans = beans;
        this.transactions = transactions;
    }

    /** The flow of that name; called for each flow's bean definition. */
    Flow<?, ?> create(String name) {
        FlowSettings settings = Objects.requireNonNull(flows.get(name));
        Place place = Place.flow(name);
        List<Part> parts = parts(place, settings);
        requireKnownSlots(place, settings, parts);
        requireFittingTypes(parts);
        List<TransactionScope> scopes = scopes(place, settings.transactions());
        try {
            return build(name, settings, parts, scopes);
        } catch (InvalidSettingException wrong) {
            throw wrongSetting(place, wrong);
        } catch (InvalidLayoutException wrong) {
            WrongSetting problem = new WrongSetting(wrong.field(), wrong.reason(), wrong.allowed());
            throw new FlowConfigurationException(
                    slotPlace(parts, wrong.slot(), place).at(wrong.field()), problem, wrong);
        } catch (InvalidFlowException wrong) {
            BrokenRule problem = new BrokenRule(wrong.problem(), wrong.remedy() + ".");
            throw new FlowConfigurationException(place(parts, wrong, place), problem, wrong);
        }
    }

    private List<Part> parts(Place flow, FlowSettings settings) {
        List<Part> parts = new ArrayList<>();
        for (TaskSettings task : settings.tasks()) {
            Place place = flow.component(parts.size(), task);
            Task bean = beans.task(place);
            parts.add(new Part(place, slot(flow, place, settings, task), bean, beans.types(place, bean)));
        }
        return parts;
    }

    private static @Nullable PlacedSlot slot(Place flow, Place component, FlowSettings settings, TaskSettings task) {
        String name = Objects.requireNonNullElse(component.component(), "");
        SlotSettings own = settings.slots().get(name);
        if (own != null) {
            return new PlacedSlot(flow.slot(name), own);
        }
        return task.slot() == null ? null : new PlacedSlot(component.at("slot"), task.slot());
    }

    private static void requireKnownSlots(Place flow, FlowSettings settings, List<Part> parts) {
        List<String> known = parts.stream().map(part -> part.component().name()).toList();
        for (String slot : settings.slots().keySet()) {
            if (!known.contains(slot)) {
                throw new FlowConfigurationException(flow.slot(slot), new UnknownSlot(slot, known));
            }
        }
    }

    private static void requireFittingTypes(List<Part> parts) {
        TypeChain chain = new TypeChain(parts.stream().map(Part::types).toList());
        for (int i = 1; i < parts.size(); i++) {
            if (!chain.fits(i)) {
                MessageTypes types = parts.get(i).types();
                String before = parts.get(i - 1).component().name();
                TypesDoNotFit problem = new TypesDoNotFit(before, chain.before(i), types.input(), types.catches());
                throw new FlowConfigurationException(parts.get(i).place(), problem);
            }
        }
    }

    private static List<TransactionScope> scopes(Place flow, List<TransactionSettings> settings) {
        return IntStream.range(0, settings.size())
                .mapToObj(i -> TransactionScope.of(flow.transaction(i), settings.get(i)))
                .toList();
    }

    private Flow<?, ?> build(String name, FlowSettings settings, List<Part> parts, List<TransactionScope> scopes) {
        FlowBuilder<?, ?> builder = Flows.create(name);
        if (settings.maxInFlight() != null) {
            builder.maxInFlight(settings.maxInFlight());
        }
        if (settings.timeout() != null) {
            builder.timeout(settings.timeout());
        }
        parts.forEach(part -> part.addTo(builder));
        scopes.forEach(scope -> builder.transaction(scope.from(), scope.to(), transactions.of(scope)));
        return builder.build();
    }

    private static Place place(List<Part> parts, InvalidFlowException wrong, Place flow) {
        return wrong.part() == null ? place(parts, wrong.component(), flow.at("tasks")) : flow.at(wrong.part());
    }

    private static Place place(List<Part> parts, @Nullable String component, Place otherwise) {
        return parts.stream()
                .map(Part::place)
                .filter(place -> Objects.equals(place.component(), component))
                .reduce((first, last) -> last)
                .orElse(otherwise);
    }

    private static Place slotPlace(List<Part> parts, String slot, Place otherwise) {
        return parts.stream()
                .filter(part -> part.slot() != null && slot.equals(part.place().component()))
                .map(part -> Objects.requireNonNull(part.slot()).place())
                .findFirst()
                .orElseGet(() -> place(parts, slot, otherwise).at("slot"));
    }

    private static FlowConfigurationException wrongSetting(Place place, InvalidSettingException wrong) {
        WrongSetting problem = new WrongSetting(wrong.field(), wrong.reason(), wrong.allowed());
        boolean named = wrong.field().equals("flow");
        return new FlowConfigurationException(named ? place : place.at(wrong.field()), problem, wrong);
    }

    /** What fills a slot, and where in the configuration that is said. */
    private record PlacedSlot(Place place, SlotSettings settings) {

        void addTo(FlowBuilder<?, ?> builder) {
            try {
                settings.toJoinSettings().ifPresentOrElse(builder::join, builder::noJoin);
            } catch (InvalidSettingException wrong) {
                throw wrongSetting(place, wrong);
            }
        }
    }

    /** A component on its way into a flow. */
    private record Part(Place place, @Nullable PlacedSlot slot, Task task, MessageTypes types) {

        Component component() {
            return new Component(
                    Objects.requireNonNull(place.component()),
                    task,
                    place.bean(),
                    MessageTypes.plain(types.input()),
                    MessageTypes.plain(types.output()));
        }

        void addTo(FlowBuilder<?, ?> builder) {
            if (slot != null) {
                slot.addTo(builder);
            }
            builder.then(component());
        }
    }
}
