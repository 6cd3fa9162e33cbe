package io.concor.autoconfigure;

import io.concor.layout.Topology;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeListener;
import io.concor.manage.ChangeListener.PresetChange;
import io.concor.manage.LayoutAdvisor;
import io.concor.manage.Manager;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanCreationNotAllowedException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Connects the {@link ChangeListener} and {@link LayoutAdvisor} beans to the manager. The beans are looked up at each
 * call, because they may depend on flows, which depend on the manager. Thread-safe.
 */
final class ManagerListeners implements BeanPostProcessor, DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(ManagerListeners.class);

    private final ListableBeanFactory beans;
    private volatile boolean closed;

    ManagerListeners(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof Manager manager) {
            manager.advise(new CollectingAdvisor());
            manager.listen(new DispatchingListener());
        }
        return bean;
    }

    /** Stops the look-ups: after the context has closed they would create the beans again. */
    @Override
    public void destroy() {
        closed = true;
    }

    private <T> List<T> beansOf(Class<T> type) {
        try {
            return closed
                    ? List.of()
                    : beans.getBeanProvider(type).orderedStream().toList();
        } catch (BeanCreationNotAllowedException closing) {
            return List.of();
        }
    }

    /** Calls all beans of a type. A failing bean does not prevent the calls of the others. */
    private <T> void forEachBean(Class<T> type, Consumer<T> call) {
        beansOf(type).forEach(bean -> {
            try {
                call.accept(bean);
            } catch (Throwable failed) {
                log.error(
                        "Bean '{}' ({}) failed to handle a change of a layout or a preset; the change is not affected",
                        name(type, bean),
                        bean.getClass().getName(),
                        failed);
            }
        });
    }

    private <T> String name(Class<T> type, T bean) {
        return Stream.of(beans.getBeanNamesForType(type, true, false))
                .filter(name -> beans.getBean(name) == bean)
                .findFirst()
                .orElse("?");
    }

    private final class CollectingAdvisor implements LayoutAdvisor {

        @Override
        public List<String> warnings(Topology planned) {
            return collect(advisor -> advisor.warnings(planned));
        }

        @Override
        public List<String> warnings(Topology before, Topology planned) {
            return collect(advisor -> advisor.warnings(before, planned));
        }

        private List<String> collect(Function<LayoutAdvisor, List<String>> warnings) {
            List<String> all = new ArrayList<>();
            forEachBean(LayoutAdvisor.class, advisor -> all.addAll(warnings.apply(advisor)));
            return all;
        }
    }

    private final class DispatchingListener implements ChangeListener {

        @Override
        public void onRecorded(ChangeEntry entry) {
            forEachBean(ChangeListener.class, listener -> listener.onRecorded(entry));
        }

        @Override
        public void onPreset(PresetChange change) {
            forEachBean(ChangeListener.class, listener -> listener.onPreset(change));
        }
    }
}
