package io.concor.autoconfigure.preset;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A flow and its preset files. */
abstract class PresetFilesFixture {

    @TempDir
    Path location;

    final Flow<String, Integer> flow = Flows.<String>create("orders")
            .noJoin()
            .map((String order) -> order, "parser")
            .mapSingleThreaded(String::length, "counter")
            .build();

    @AfterEach
    void close() {
        flow.close();
    }

    Path write(String name, String text) throws IOException {
        Files.createDirectories(location.resolve("orders"));
        return Files.writeString(location.resolve("orders").resolve(name), text);
    }

    static String threads(int threads) {
        return String.format(
                Locale.ROOT, "slots: {parser: {pool: fixed, threads: %d}, counter: {pool: single}}", threads);
    }

    static Map<String, JoinSettings> layout(int threads) {
        return Map.of("parser", JoinSettings.fixed(threads), "counter", JoinSettings.single());
    }
}
