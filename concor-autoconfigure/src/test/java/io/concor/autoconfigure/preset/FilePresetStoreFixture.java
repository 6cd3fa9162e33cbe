package io.concor.autoconfigure.preset;

import io.concor.JoinSettings;
import io.concor.preset.Preset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store of the presets of flow {@code mo-flow} in files. */
abstract class FilePresetStoreFixture {

    static final Instant SAVED = Instant.parse("2026-01-31T12:00:00Z");

    @TempDir
    Path location;

    FilePresetStore store;

    @BeforeEach
    void store() {
        store = new FilePresetStore(location);
    }

    static Preset preset(String name, int threads) {
        return new Preset("mo-flow", name, Map.of("resolver", JoinSettings.fixed(threads)), SAVED, null);
    }

    void write(String name, String text) throws IOException {
        Files.createDirectories(location.resolve("mo-flow"));
        Files.writeString(location.resolve("mo-flow").resolve(name + ".yml"), text);
    }

    List<String> files() {
        try (Stream<Path> files = Files.list(location.resolve("mo-flow"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
