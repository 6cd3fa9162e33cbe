package io.concor.autoconfigure.datasource;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds the beans that may use a connection: those that depend on a data source, directly or not. Thread-safe. */
record ConnectingBeans(ConfigurableListableBeanFactory beans) {

    /** Returns whether a bean may use a connection. What is no bean may. */
    boolean mayConnect(@Nullable String bean) {
        if (bean == null || !beans.containsBean(bean)) {
            return true;
        }
        Set<String> seen = new HashSet<>(Set.of(bean));
        Deque<String> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            String name = next.remove();
            if (isDataSource(name)) {
                return true;
            }
            List.of(beans.getDependenciesForBean(name)).stream()
                    .filter(seen::add)
                    .forEach(next::add);
        }
        return false;
    }

    /** Inner beans are dependencies, too, but cannot be asked for. */
    private boolean isDataSource(String name) {
        return beans.containsBean(name) && beans.isTypeMatch(name, DataSource.class);
    }
}
