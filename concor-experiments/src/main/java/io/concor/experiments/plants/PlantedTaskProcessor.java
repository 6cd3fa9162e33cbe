package io.concor.experiments.plants;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Plants causes in the tasks of an application. */
final class PlantedTaskProcessor implements BeanPostProcessor, SmartInitializingSingleton {

    private final Map<String, PlantedTask> tasks;
    private final Supplier<DataSource> connections;
    private final Set<String> missing;

    PlantedTaskProcessor(Map<String, PlantedTask> tasks, Supplier<DataSource> connections) {
        this.tasks = tasks;
        this.connections = connections;
        this.missing = new TreeSet<>(tasks.keySet());
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        PlantedTask planted = tasks.get(name);
        if (planted == null) {
            return bean;
        }
        missing.remove(name);
        ProxyFactory task = new ProxyFactory(bean);
        task.addAdvice(new PlantedTaskAdvice(planted, connections, System::nanoTime));
        return task.getProxy();
    }

    /** Rejects a plant that would have no effect. */
    @Override
    public void afterSingletonsInstantiated() {
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "plants.tasks names %s: there are no beans of these names; name beans of tasks".formatted(missing));
        }
    }
}
