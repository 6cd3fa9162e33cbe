package io.concor.autoconfigure.preset;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.ContextFlows;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.section.PresetSettings;
import io.concor.autoconfigure.properties.section.PresetSettings.OnMismatch;
import io.concor.manage.Manager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the loading of the active presets at start-up and when they change. */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnBean({Manager.class, ConcorProperties.class})
public final class ConcorPresetLoadingAutoConfiguration {

    ConcorPresetLoadingAutoConfiguration() {}

    @Bean
    PresetLoader concorPresetLoader(
            Manager manager, ContextFlows flows, ConcorProperties properties, ObjectProvider<FilePresetStore> files) {
        return new PresetLoader(manager, flows, properties, files.getIfAvailable());
    }

    @Bean
    @ConditionalOnBooleanProperty("concor.presets.watch")
    PresetWatcher concorPresetWatcher(
            Manager manager, ContextFlows flows, ConcorProperties properties, PresetLoader concorPresetLoader) {
        PresetSettings presets = properties.presets();
        return new PresetWatcher(
                manager,
                flows::names,
                properties.lifecycle().phase() + 2,
                presets.watchInterval(),
                presets.onMismatch() == OnMismatch.IGNORE_UNKNOWN,
                concorPresetLoader::missed);
    }
}
