package io.concor.experiments.plants;

import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;

/** Auto-configuration of the causes planted in tasks, with the profile {@code plants} only. */
@AutoConfiguration
@Profile("plants")
public final class PlantsAutoConfiguration {

    PlantsAutoConfiguration() {}

    @Bean
    static PlantedTaskProcessor plantedTaskProcessor(Environment environment, ObjectProvider<DataSource> connections) {
        Map<String, PlantedTask> tasks = Binder.get(environment)
                .bind("plants.tasks", Bindable.mapOf(String.class, PlantedTask.class))
                .orElse(Map.of());
        return new PlantedTaskProcessor(tasks, connections::getObject);
    }
}
