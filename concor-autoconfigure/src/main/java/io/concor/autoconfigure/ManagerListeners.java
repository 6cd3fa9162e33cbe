package io.concor.autoconfigure;

import io.concor.ChangeEntry;
import io.concor.ChangeListener;
import io.concor.ChangeRequest;
import io.concor.ChangeResult;
import io.concor.ConcorException;
import io.concor.LayoutAdvisor;
import io.concor.Manager;
import io.concor.PresetChange;
import io.concor.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Lets the beans that listen to changes or warn of layouts be heard by the manager. They are looked up when there is
 * something to tell: they may need flows, which need the manager.
 */
final class ManagerListeners implements BeanPostProcessor {

    private final ObjectProvider<LayoutAdvisor> advisors;
    private final ObjectProvider<ChangeListener> listeners;

    ManagerListeners(ObjectProvider<LayoutAdvisor> advisors, ObjectProvider<ChangeListener> listeners) {
        this.advisors = advisors;
        this.listeners = listeners;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof Manager manager) {
            manager.advise(this::warnings);
            manager.listen(new Listeners());
        }
        return bean;
    }

    private List<String> warnings(Topology planned) {
        return advisors.orderedStream()
                .flatMap(advisor -> advisor.warnings(planned).stream())
                .toList();
    }

    private final class Listeners implements ChangeListener {

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

        /** All hear it, also where one of them fails; the manager logs the failure. */
        private void tell(Consumer<ChangeListener> news) {
            List<RuntimeException> failures = new ArrayList<>();
            listeners.orderedStream().forEach(listener -> tell(listener, news, failures));
            if (!failures.isEmpty()) {
                RuntimeException first = failures.remove(0);
                failures.forEach(first::addSuppressed);
                throw first;
            }
        }

        private static void tell(
                ChangeListener listener, Consumer<ChangeListener> news, List<RuntimeException> failures) {
            try {
                news.accept(listener);
            } catch (RuntimeException failed) {
                failures.add(failed);
            }
        }
    }
}
