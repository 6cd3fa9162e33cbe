package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.BatchErrors;
import io.concor.JoinSettings;
import io.concor.WaitMode;
import io.concor.preset.Preset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePresetStoreTests extends FilePresetStoreFixture {

    @Test
    void restoresWhatWasSaved() {
        Map<String, JoinSettings> slots = new LinkedHashMap<>();
        slots.put("one", JoinSettings.single().waiting(WaitMode.YIELDING));
        slots.put("two words", JoinSettings.fixed(32).capacity(64));
        slots.put("true", JoinSettings.cached(8).keepAlive(Duration.ofMillis(1500)));
        slots.put("17", JoinSettings.virtual(100));
        slots.put("batches", JoinSettings.batch(500).batchTarget(Duration.ofMillis(200)));
        Preset preset = new Preset("mo-flow", "production", slots, SAVED, "a: 'reason' # with \"all\"");

        store.save(preset);

        assertThat(store.find("mo-flow", "production")).contains(preset);
    }

    @Test
    void writesReadableFiles() throws IOException {
        store.save(new Preset(
                "mo-flow",
                "production",
                Map.of("resolver", JoinSettings.cached(32)),
                new LinkedHashSet<>(List.of("translator", "resolver")),
                Set.of(),
                SAVED,
                "resolver isolated"));

        assertThat(location.resolve("mo-flow/production.yml")).content().isEqualTo("""
                        # Preset 'production' of flow 'mo-flow'. Paste it into application.yml unchanged, or import it with spring.config.import.
                        # saved-at: 2026-01-31T12:00:00Z
                        # reason: "resolver isolated"
                        concor:
                          flows:
                            mo-flow:
                              slots:
                                translator:
                                  pool: none
                                resolver:
                                  pool: cached
                                  threads: 32
                                  capacity: 1024
                                  wait: blocking
                                  queue: memory
                                  keep-alive: 1m
                        """);
    }

    @Test
    void writesAndReadsEverySettingOfBatches() throws IOException {
        JoinSettings join = JoinSettings.batch(500)
                .linger(Duration.ofMillis(5))
                .batchTarget(Duration.ofMillis(200))
                .batchErrors(BatchErrors.SPLIT);
        store.save(new Preset("mo-flow", "bulk", Map.of("writer", join), SAVED, null));

        assertThat(location.resolve("mo-flow/bulk.yml")).content().contains("""
                                writer:
                                  pool: fixed
                                  threads: 1
                                  capacity: 1024
                                  wait: blocking
                                  queue: memory
                                  batch: 500
                                  linger: 5ms
                                  batch-target: 200ms
                                  batch-errors: split
                        """);
        assertThat(store.find("mo-flow", "bulk"))
                .hasValueSatisfying(preset -> assertThat(preset.slots()).containsEntry("writer", join));
    }

    @Test
    void readsBatchesWithoutAPool() throws IOException {
        write("short", "slots: { writer: { batch: 500 } }");

        assertThat(store.find("mo-flow", "short")).hasValueSatisfying(preset -> assertThat(preset.slots())
                .containsEntry("writer", JoinSettings.batch(500)));
    }

    @Test
    void readsTheConfigurationOfAFlow() throws IOException {
        write("short", """
                # by hand
                # reason: it was slow: see #12
                slots:
                  resolver: { pool: fixed, threads: 4 }
                  "[two words]": { pool: single }
                tasks:
                  - translator
                  - name: resolver
                    task: endpointResolver
                    slot: { pool: single }
                  - task: router
                    slot: { pool: none }
                max-in-flight: 12
                """);

        assertThat(store.find("mo-flow", "short")).hasValueSatisfying(preset -> assertThat(preset)
                .returns(Map.of("resolver", JoinSettings.fixed(4), "two words", JoinSettings.single()), Preset::slots)
                .returns(Set.of("resolver", "two words", "router", "translator"), Preset::mentioned)
                .returns(Set.of("translator"), Preset::byKind)
                .returns("it was slow: see #12", Preset::reason));
    }

    @Test
    void readsWhatAnEarlierVersionWrote() throws IOException {
        write("old", "saved-at: '2026-01-31T12:00:00Z'\nreason: old\nslots:\n  resolver:\n    pool: single\n");

        assertThat(store.find("mo-flow", "old"))
                .contains(new Preset("mo-flow", "old", Map.of("resolver", JoinSettings.single()), SAVED, "old"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "two\nlines",
                "\"",
                "it's",
                " ",
                "# no: comment",
                "tab\t",
                "\u0000",
                "\u2028",
                "[a]",
                "a\n# reason: b"
            })
    void restoresEveryReason(String reason) {
        Preset preset = new Preset("mo-flow", "production", Map.of(), SAVED, reason);

        store.save(preset);

        assertThat(store.find("mo-flow", "production")).contains(preset);
    }

    @Test
    void readsHandWrittenPresets() throws IOException {
        write("by-hand", "slots:\n  resolver: { pool: fixed, threads: 4 }\n  router: { pool: none }\n");

        assertThat(store.find("mo-flow", "by-hand")).hasValueSatisfying(preset -> assertThat(preset.slots())
                .isEqualTo(Map.of("resolver", JoinSettings.fixed(4))));
    }

    @Test
    void removesInvisibleCharactersFromAReason() throws IOException {
        write("by-hand", "# reason: slow\tagain \u202edetaler\u2069 \u2028# so\nslots: {}\n");

        assertThat(store.find("mo-flow", "by-hand"))
                .hasValueSatisfying(preset -> assertThat(preset.reason()).isEqualTo("slow?again ?detaler? ?# so"));
    }

    @Test
    void replacesAPresetOfTheSameName() {
        store.save(preset("production", 4));
        store.save(preset("production", 8));

        assertThat(store.find("mo-flow", "production")).contains(preset("production", 8));
        assertThat(files()).containsExactly("production.yml");
    }

    @Test
    void findsNothingIfNothingIsStored() {
        assertThat(store.names("mo-flow")).isEmpty();
        assertThat(store.find("mo-flow", "production")).isEmpty();
        assertThat(store.delete("mo-flow", "production")).isFalse();
    }

    @Test
    void listsPresetsAndNoOtherFiles() throws IOException {
        store.save(preset("night", 1));
        store.save(preset("day", 1));
        write("day.yml.bak", "");
        Files.writeString(location.resolve("mo-flow/README.md"), "ours");
        Files.writeString(location.resolve("mo-flow/.night.yml.1.tmp"), "left by a crash");
        Files.writeString(location.resolve("mo-flow/.hidden.yml"), "");
        Files.createDirectory(location.resolve("mo-flow/folder.yml"));

        assertThat(store.names("mo-flow")).containsExactly("day", "day.yml.bak", "night");
        assertThat(store.find("mo-flow", "folder")).isEmpty();
        assertThat(store.delete("mo-flow", "folder")).isFalse();
        assertThat(location.resolve("mo-flow/folder.yml")).isDirectory();
    }

    @Test
    void removesTheFilesOfAKilledSave() throws IOException {
        store.save(preset("night", 1));
        Path old = Files.writeString(location.resolve("mo-flow/.night.yml.1.tmp"), "left");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofMinutes(11))));
        Files.writeString(location.resolve("mo-flow/.night.yml.2.tmp"), "on its way");

        store.save(preset("night", 2));

        assertThat(files()).containsExactly(".night.yml.2.tmp", "night.yml");
    }

    @Test
    void deletesAPreset() {
        store.save(preset("night", 1));

        assertThat(store.delete("mo-flow", "night")).isTrue();
        assertThat(files()).isEmpty();
    }

    @Test
    void isReadCompletelyDuringReplacements() {
        store.save(preset("production", 1));
        CompletableFuture<Void> writers = CompletableFuture.allOf(IntStream.rangeClosed(1, 4)
                .mapToObj(writer -> CompletableFuture.runAsync(
                        () -> IntStream.rangeClosed(1, 50).forEach(turn -> store.save(preset("production", writer)))))
                .toArray(CompletableFuture[]::new));

        do {
            assertThat(store.find("mo-flow", "production")).isPresent();
        } while (!writers.isDone());

        writers.join();
        assertThat(files()).containsExactly("production.yml");
    }
}
