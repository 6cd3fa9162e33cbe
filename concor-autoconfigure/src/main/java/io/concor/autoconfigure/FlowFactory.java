package io.concor.autoconfigure;

import io.concor.Component;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.Task;
import io.concor.autoconfigure.ConcorProperties.FlowSettings;
import io.concor.autoconfigure.ConcorProperties.TaskSettings;
import io.concor.autoconfigure.ConcorProperties.TransactionSettings;
import io.concor.autoconfigure.FlowProblem.BrokenRule;
import io.concor.autoconfigure.FlowProblem.TypesDoNotFit;
import io.concor.autoconfigure.FlowProblem.WrongSetting;
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
        List<Part> parts = parts(place, settings.tasks());
        requireFittingTypes(parts);
        List<TransactionScope> scopes = scopes(place, settings.transactions());
        try {
            return build(name, settings, parts, scopes);
        } catch (InvalidSettingException wrong) {
            throw wrongSetting(place, wrong);
        } catch (InvalidLayoutException wrong) {
            Place slot = place(parts, wrong.slot(), place).at("slot." + wrong.field());
            WrongSetting problem = new WrongSetting(wrong.field(), wrong.reason(), wrong.allowed());
            throw new FlowConfigurationException(slot, problem, wrong);
        } catch (InvalidFlowException wrong) {
            BrokenRule problem = new BrokenRule(wrong.problem(), wrong.remedy() + ".");
            throw new FlowConfigurationException(place(parts, wrong, place), problem, wrong);
        }
    }

    private List<Part> parts(Place flow, List<TaskSettings> tasks) {
        List<Part> parts = new ArrayList<>();
        for (TaskSettings settings : tasks) {
            Place place = flow.component(parts.size(), settings);
            Task task = beans.task(place);
            parts.add(new Part(place, settings.slot(), task, beans.types(place, task)));
        }
        return parts;
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

    private static FlowConfigurationException wrongSetting(Place place, InvalidSettingException wrong) {
        WrongSetting problem = new WrongSetting(wrong.field(), wrong.reason(), wrong.allowed());
        boolean named = wrong.field().equals("flow");
        return new FlowConfigurationException(named ? place : place.at(wrong.field()), problem, wrong);
    }

    /** A component on its way into a flow. */
    private record Part(Place place, @Nullable SlotSettings slot, Task task, MessageTypes types) {

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
                fillSlot(builder, slot);
            }
            builder.then(component());
        }

        private void fillSlot(FlowBuilder<?, ?> builder, SlotSettings settings) {
            try {
                settings.toJoinSettings().ifPresentOrElse(builder::join, builder::noJoin);
            } catch (InvalidSettingException wrong) {
                throw wrongSetting(place.at("slot"), wrong);
            }
        }
    }
}
