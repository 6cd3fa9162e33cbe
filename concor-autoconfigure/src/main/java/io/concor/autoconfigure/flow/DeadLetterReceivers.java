package io.concor.autoconfigure.flow;

import io.concor.DeadLetter;
import io.concor.DeadLetterStore;
import io.concor.EventStore;
import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.QueueKind;
import io.concor.SideEffectTask;
import io.concor.autoconfigure.properties.PropertyPath;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.BeanCurrentlyInCreationException;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;

/** Looks up what receives the dead letters of configured flows. */
final class DeadLetterReceivers {

    /** The word for the store of dead letters. */
    private static final String STORE = "store";

    private final ConfigurableListableBeanFactory beans;

    DeadLetterReceivers(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * Lets a flow give its dead letters to what has a name.
     *
     * @throws FlowConfigurationException if there is no such receiver, or it does not take dead letters
     */
    void addTo(FlowBuilder<?, ?> builder, PropertyPath place, String name) {
        if (name.equals(STORE)) {
            addStore(builder, place);
            return;
        }
        if (!beans.containsBean(name)) {
            throw new FlowConfigurationException(place, FlowProblem.missingReceiver(name, names()));
        }
        requireDeadLetters(place, name);
        Object bean = bean(place, name);
        beans.registerDependentBean(name, Objects.requireNonNull(place.flow()));
        add(builder, place, name, bean);
    }

    @SuppressWarnings("unchecked") // the types are checked as far as they are known
    private void add(FlowBuilder<?, ?> builder, PropertyPath place, String name, Object bean) {
        FlowBuilder<Object, ?> any = (FlowBuilder<Object, ?>) builder;
        if (bean instanceof Flow<?, ?> flow) {
            any.deadLetters((Flow<DeadLetter<Object>, ?>) flow);
        } else if (bean instanceof SideEffectTask<?> task) {
            any.deadLetters((SideEffectTask<DeadLetter<Object>>) task);
        } else {
            String type = AopUtils.getTargetClass(bean).getName();
            throw new FlowConfigurationException(place, FlowProblem.noReceiver(name, type, names()));
        }
    }

    /** That of the application takes precedence over the one of durable slots. */
    private void addStore(FlowBuilder<?, ?> builder, PropertyPath place) {
        DeadLetterStore own = beans.getBeanProvider(DeadLetterStore.class).getIfAvailable();
        if (own == null) {
            builder.deadLetters(queueStore(place));
        } else {
            builder.deadLetters(own::keep);
        }
    }

    private EventStore queueStore(PropertyPath place) {
        return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, EventStore.class, true, false))
                .map(name -> beans.getBean(name, EventStore.class))
                .filter(store -> store.kind() == QueueKind.DURABLE)
                .findFirst()
                .orElseThrow(() -> new FlowConfigurationException(place, FlowProblem.noDeadLetterStore()));
    }

    private void requireDeadLetters(PropertyPath place, String name) {
        ResolvableType declared = new DeclaredBeanTypes(beans).of(name);
        ResolvableType taken = declared.as(Flow.class) == ResolvableType.NONE
                ? MessageTypes.of(declared).input()
                : declared.as(Flow.class).getGeneric(0);
        Class<?> type = taken.resolve();
        if (type != null && !type.isAssignableFrom(DeadLetter.class)) {
            throw new FlowConfigurationException(place, FlowProblem.takesNoDeadLetters(name, taken));
        }
    }

    private Object bean(PropertyPath place, String name) {
        try {
            return beans.getBean(name);
        } catch (BeanCreationException failed) {
            if (failed.contains(BeanCurrentlyInCreationException.class)) {
                throw new FlowConfigurationException(place, FlowProblem.circleOfDeadLetters(name), failed);
            }
            throw failed;
        }
    }

    private List<String> names() {
        return Stream.of(Flow.class, SideEffectTask.class)
                .flatMap(type -> Stream.of(beans.getBeanNamesForType(type, true, false)))
                .filter(this::takesDeadLetters)
                .sorted()
                .toList();
    }

    private boolean takesDeadLetters(String bean) {
        return new DeclaredBeanTypes(beans).of(bean).toString().contains(DeadLetter.class.getName());
    }
}
