package io.concor.autoconfigure;

import io.concor.ConcorException;
import io.concor.layout.Topology;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeListener;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.LayoutAdvisor;
import io.concor.manage.Manager;
import io.concor.manage.PresetChange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanCreationNotAllowedException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Lets the beans that listen to changes or warn of layouts be heard by the manager. They are looked up when there is
 * something to tell: they may need flows, which need the manager. Thread-safe.
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
            manager.advise(this::warnings);
            manager.listen(new DispatchingListener());
        }
        return bean;
    }

    private List<String> warnings(Topology planned) {
        List<String> warnings = new ArrayList<>();
        each(LayoutAdvisor.class, advisor -> warnings.addAll(advisor.warnings(planned)));
        return warnings;
    }

    /** Once the context is closed the beans are gone; looking them up would make them anew. */
    @Override
    public void destroy() {
        closed = true;
    }

    private <T> List<T> present(Class<T> type) {
        try {
            return closed
                    ? List.of()
                    : beans.getBeanProvider(type).orderedStream().toList();
        } catch (BeanCreationNotAllowedException closing) {
            return List.of();
        }
    }

    /** All are asked, also where one of them fails. */
    private <T> void each(Class<T> type, Consumer<T> ask) {
        present(type).forEach(bean -> {
            try {
                ask.accept(bean);
            } catch (Throwable failed) {
                log.error(
                        "Bean '{}' ({}) failed when it was told of a layout or a preset, of which nothing is changed by that",
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

    private final class DispatchingListener implements ChangeListener {

        @Override
        public void onChanged(ChangeRequest request, ChangeResult result) {
            tell(listener -> listener.onChanged(request, result));
        }

        @Override
        public void onRefused(ChangeRequest request, ConcorException reason) {
            tell(listener -> listener.onRefused(request, reason));
        }

        @Override
        public void onRecorded(ChangeEntry entry) {
            tell(listener -> listener.onRecorded(entry));
        }

        @Override
        public void onPreset(PresetChange change) {
            tell(listener -> listener.onPreset(change));
        }

        private void tell(Consumer<ChangeListener> news) {
            each(ChangeListener.class, news);
        }
    }
}
