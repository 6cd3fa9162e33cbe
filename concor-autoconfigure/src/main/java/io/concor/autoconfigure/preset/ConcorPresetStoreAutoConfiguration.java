package io.concor.autoconfigure.preset;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.preset.PresetStore;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.yaml.snakeyaml.Yaml;

/** Auto-configuration of the preset store in files, unless the application defines a store. */
@AutoConfiguration(before = ConcorAutoConfiguration.class)
@ConditionalOnClass(Yaml.class)
@ConditionalOnMissingBean(PresetStore.class)
@ConditionalOnProperty(name = "concor.presets.store", havingValue = "file", matchIfMissing = true)
@EnableConfigurationProperties(ConcorProperties.class)
public final class ConcorPresetStoreAutoConfiguration {

    ConcorPresetStoreAutoConfiguration() {}

    @Bean
    FilePresetStore concorPresetStore(ConcorProperties properties) {
        return new FilePresetStore(Path.of(properties.presets().location()));
    }
}
