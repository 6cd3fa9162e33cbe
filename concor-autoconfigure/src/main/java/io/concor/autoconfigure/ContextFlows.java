package io.concor.autoconfigure;

import io.concor.Flow;
import io.concor.manage.Manager;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The flows that live and end with a context. A child context uses the manager of its parent, and its flows are those of
 * its beans. All other flows of a manager belong to the context whose bean the manager is, also those that the
 * application registered itself. Thread-safe.
 */
public final class ContextFlows implements DisposableBean {

    private final Manager manager;
    private final ConfigurableListableBeanFactory beans;
    private final boolean ownManager;
    private final @Nullable ContextFlows parent;
    private final Map<String, String> beanNames = new ConcurrentHashMap<>();
    private final Set<String> ofChildren = ConcurrentHashMap.newKeySet();

    ContextFlows(Manager manager, ConfigurableListableBeanFactory beans) {
        this.manager = manager;
        this.beans = beans;
        this.ownManager = beans.getBeanNamesForType(Manager.class, true, false).length > 0;
        this.parent = ownManager ? null : of(beans.getParentBeanFactory());
    }

    private static @Nullable ContextFlows of(@Nullable BeanFactory parent) {
        return parent == null
                ? null
                : parent.getBeanProvider(ContextFlows.class).getIfAvailable();
    }

    void register(Flow<?, ?> flow, String bean) {
        manager.register(flow);
        beanNames.put(flow.name(), bean);
        for (ContextFlows above = parent; above != null; above = above.parent) {
            above.ofChildren.add(flow.name());
        }
    }

    /** Returns the names of the flows of this context, sorted. */
    public List<String> names() {
        return manager.names().stream().filter(this::contains).toList();
    }

    /** Whether a flow of this name, if there is one, is one of this context. */
    public boolean contains(String flow) {
        return ownManager ? !ofChildren.contains(flow) : beanNames.containsKey(flow);
    }

    /** Whether the context closes the flow, and destroys beans before into which it was injected. */
    boolean outlivesItsUsers(String flow) {
        String bean = beanNames.get(flow);
        return bean != null && beans.getDependentBeans(bean).length > 0 && isClosed(bean);
    }

    private boolean isClosed(String bean) {
        return beans.containsBeanDefinition(bean)
                && !"".equals(beans.getMergedBeanDefinition(bean).getDestroyMethodName());
    }

    /** Removes the flows, which have been closed, from the manager if it lives on. */
    @Override
    public void destroy() {
        if (!ownManager) {
            manager.forgetClosed();
        }
        for (ContextFlows above = parent; above != null; above = above.parent) {
            above.ofChildren.removeAll(beanNames.keySet());
        }
    }
}
