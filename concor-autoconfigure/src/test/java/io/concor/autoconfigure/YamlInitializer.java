package io.concor.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ByteArrayResource;

/** Adds YAML text as a property source that overrides those added before. */
public record YamlInitializer(String file, String text)
        implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    public YamlInitializer(String text) {
        this("test.yml", text);
    }

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        try {
            new YamlPropertySourceLoader()
                    .load(file, new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8), file))
                    .forEach(context.getEnvironment().getPropertySources()::addFirst);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
