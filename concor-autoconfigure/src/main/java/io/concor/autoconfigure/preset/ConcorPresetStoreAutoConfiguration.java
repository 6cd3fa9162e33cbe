package io.concor.autoconfigure.preset;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.preset.PresetStore;
import java.nio.file.Path;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.yaml.snakeyaml.Yaml;

/** Auto-configuration of the preset store in files, unless the application defines a store. */
@AutoConfiguration(before = ConcorAutoConfiguration.class)
@ConditionalOnClass(Yaml.class)
@ConditionalOnMissingBean(PresetStore.class)
@Conditional(ConcorPresetStoreAutoConfiguration.NotInDatabase.class)
@EnableConfigurationProperties(ConcorProperties.class)
public final class ConcorPresetStoreAutoConfiguration {

    ConcorPresetStoreAutoConfiguration() {}

    @Bean
    FilePresetStore concorPresetStore(ConcorProperties properties) {
        return new FilePresetStore(Path.of(properties.presets().location()));
    }

    /** An empty value means the default, and an unknown one is reported when the properties are bound. */
    static final class NotInDatabase extends NoneNestedConditions {

        NotInDatabase() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnProperty(name = "concor.presets.store", havingValue = "jpa")
        static final class InDatabase {}
    }
}
