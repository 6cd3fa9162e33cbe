package io.concor.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ByteArrayResource;

/** Adds YAML text as a property source. */
public record YamlInitializer(String text) implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        try {
            new YamlPropertySourceLoader()
                    .load("test.yml", new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8), "test.yml"))
                    .forEach(context.getEnvironment().getPropertySources()::addFirst);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
