package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.InvalidSettingException;
import io.concor.preset.Preset;
import io.concor.preset.PresetStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files, links and names that the store refuses, and failures of the file system. */
class FilePresetStoreRefusalTests extends FilePresetStoreFixture {

    private static final Path ENDLESS = Path.of("/dev/zero");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "slots: [                                            | line 1",
                "`slots:\\n  a: {pool: single}\\n  a: {pool: single}`  | duplicate key a",
                "`slots: {a: {pool: single, pool: fixed}}`           | duplicate key pool",
                "`slots: {a: {pool: single}, '[a]': {pool: none}}`   | slots: it has the key 'a' with and without brackets",
                "`slot: {}`                                          | slot: it is unknown (did you mean 'slots'?)",
                "`[]`                                                | the text: it is a list",
                "`# nothing`                                         | the text: it is missing or empty",
                "`reason: none`                                      | slots: it is missing or empty",
                "`slots:`                                            | slots: it is missing or empty",
                "`slots: {a: single}`                                | slots.a: it is a text",
                "`slots: {a: {pool: fixed}}`                         | slots.a.threads: it is missing",
                "`slots: {a: {pool: fixed, threads: '4'}}`           | slots.a.threads: it is a text",
                "`slots: {a: {pool: fixed, threads: 04}}`            | slots.a.threads: it is a text",
                "`slots: {a: {pool: fixed, threads: 99999999999}}`   | slots.a.threads: it is a number; allowed: a whole number up to",
                "`slots: {a: {pool: fixed, threads: 0}}`             | slots.a.threads: 0 for a fixed pool is out of bounds",
                "`slots: {a: {pool: fixed, threads: }}`              | slots.a.threads: it has no value",
                "`slots: {a: {pool: elastic}}`                       | slots.a.pool: 'elastic' is unknown",
                "`slots: {a: {pool: single, wait: 5}}`               | slots.a.wait: it is a number",
                "`slots: {a: {pool: single, keepAlive: 5s}}`         | slots.a.keepAlive: it is unknown (did you mean 'keep-alive'?)",
                "`slots: {a: {pool: cached, keep-alive: soon}}`      | slots.a.keep-alive: 'soon' is not a duration",
                "`slots: {a: {pool: single, capacity: 1000}}`        | slots.a.capacity: 1000 is not a power of two",
                "`slots: {1: {pool: single}}`                        | slots: it has a key that is not text",
                "`{saved-at: yesterday, slots: {}}`                  | saved-at: 'yesterday' is not an instant",
                "`slots: !!java.net.URL ['http://localhost']`        | it is invalid",
                "`slots: &a {b: {c: *a}}`                            | it is invalid",
                "`slots: {a: {b: {c: {d: {e: {f: {g: {h: {i: {j: {k: 1}}}}}}}}}}}` | it is invalid",
                "`concor: {flows: {other: {slots: {}}}}`             | concor.flows.mo-flow: it is missing",
                "`concor: {flow: {}}`                                | concor.flows: it is missing",
                "`{concor: {flows: {mo-flow: {slots: {}}}}, a: b}`   | a: it is unknown",
                "`concor: {flows: {mo-flow: {slot: {}}}}`            | concor.flows.mo-flow.slot: it is unknown",
                "`concor: {flows: {mo-flow: {slots: {a: {pool: x}}}}}` | concor.flows.mo-flow.slots.a.pool: 'x' is unknown",
                "`tasks: []`                                         | tasks: it is not a list",
                "`tasks: [{name: a, slot: {pool: x}}]`               | tasks[0].slot.pool: 'x' is unknown",
                "`tasks: [{slot: {pool: single}}]`                   | tasks[0]: it has neither",
                "`# saved-at: soon\\nslots: {}`                      | saved-at: 'soon' is not an instant",
                "`slots: {}\\n---\\nslots: {}`                       | it is invalid",
                "`slots: {a: {pool: !!int one}}`                     | it is invalid",
                "`slots: {a: {pool: !!binary one}}`                  | it is invalid",
                "`slots: {a: {pool: !!binary aGk=}}`                 | slots.a.pool: it is of a type that a preset does not have",
                "`slots: {a: {pool: !!timestamp 2026-01-31}}`        | slots.a.pool: it is of a type that a preset does not have",
                "`slots: {a: {pool: true}}`                          | slots.a.pool: it is true or false",
                "`slots: {a: {pool: {}}}`                            | slots.a.pool: it is a map",
                "`# reason: \"a\": !!binary aGk=\\nslots: {}`         | reason: it is not a text in quotes",
                "`# reason: \"a\": !!int one\\nslots: {}`             | it is invalid",
                "`slots: {}\\n\u0007`                                | it is invalid"
            })
    void refusesAnInvalidFile(String text, String reason) throws IOException {
        write("broken", text.replace("\\n", "\n"));

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.find("mo-flow", "broken"))
                .withMessageContaining("mo-flow")
                .withMessageContaining(reason)
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain(location.toString()));
    }

    @Test
    void refusesAFileThatIsNotText() throws IOException {
        Files.createDirectories(location.resolve("mo-flow"));
        Files.write(location.resolve("mo-flow/broken.yml"), new byte[] {(byte) 0xC3, (byte) 0x28, 0});

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.find("mo-flow", "broken"))
                .withMessageContaining("not UTF-8 text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"db.password=secret", "db: secret", "[secret]", "secret: secret", "'secret", "slots: secret"})
    void quotesNoValueOfAFileThatIsNoPreset(String text) throws IOException {
        write("other", text);

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.find("mo-flow", "other"))
                .satisfies(failure -> assertThat(failure.reason().replace("secret: it is unknown", ""))
                        .doesNotContain("secret"));
    }

    @Test
    void followsNoLinkOutOfTheDirectoryOfPresets(@TempDir Path elsewhere) throws IOException {
        new FilePresetStore(elsewhere).save(preset("production", 4));
        Files.createDirectories(location.resolve("mo-flow"));
        Files.createSymbolicLink(
                location.resolve("mo-flow/production.yml"), elsewhere.resolve("mo-flow/production.yml"));

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.find("mo-flow", "production"))
                .withMessageContaining("its file cannot be read (a link leads out of the directory of presets)");
        assertThat(store.names("mo-flow")).isEmpty();
    }

    @Test
    void usesNoDirectoryOfAFlowThatIsALinkOutOfTheDirectoryOfPresets(@TempDir Path elsewhere) throws IOException {
        new FilePresetStore(elsewhere).save(preset("production", 4));
        Files.createSymbolicLink(location.resolve("mo-flow"), elsewhere.resolve("mo-flow"));

        List<ThrowingCallable> calls = List.of(
                () -> store.names("mo-flow"),
                () -> store.find("mo-flow", "production"),
                () -> store.save(preset("production", 8)),
                () -> store.delete("mo-flow", "production"));

        assertThat(calls).allSatisfy(call -> assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(call)
                .withMessageContaining("(a link leads out of the directory of presets)"));
        assertThat(new FilePresetStore(elsewhere).find("mo-flow", "production")).contains(preset("production", 4));
    }

    /** As Kubernetes mounts a volume. */
    @Test
    void followsLinksWithinTheDirectoryOfPresets() throws IOException {
        new FilePresetStore(location.resolve("mo-flow/..data")).save(preset("production", 4));
        Files.createSymbolicLink(
                location.resolve("mo-flow/production.yml"), Path.of("..data", "mo-flow", "production.yml"));
        Path linked = location.resolveSibling(location.getFileName() + "-linked");
        Files.createSymbolicLink(linked, location);

        assertThat(store.names("mo-flow")).containsExactly("production");
        assertThat(new FilePresetStore(linked).find("mo-flow", "production")).contains(preset("production", 4));
        Files.delete(linked);
    }

    /** Devices and pipes, which have no end or wait for a writer. */
    @Test
    @EnabledIf("hasDevices")
    void findsNoPresetInADevice() throws IOException {
        Files.createDirectories(location.resolve("mo-flow"));
        Files.createSymbolicLink(location.resolve("mo-flow/endless.yml"), ENDLESS);

        assertThatExceptionOfType(PresetStoreException.class).isThrownBy(() -> store.find("mo-flow", "endless"));
        assertThat(store.names("mo-flow")).isEmpty();
    }

    static boolean hasDevices() {
        return Files.exists(ENDLESS);
    }

    @Test
    void refusesAFileThatIsTooLarge() throws IOException {
        write("large", "slots: {}\n" + "# fill\n".repeat(40_000));

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.find("mo-flow", "large"))
                .withMessageContaining("a preset can have at most 262144");
    }

    @Test
    void savesNothingThatItCouldNotRead() {
        Preset before = new Preset("mo-flow", "production", Map.of(), SAVED, "short");
        store.save(before);

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(
                        () -> store.save(new Preset("mo-flow", "production", Map.of(), SAVED, "long".repeat(100_000))))
                .withMessageContaining("a preset can have at most 262144");
        assertThat(store.find("mo-flow", "production")).contains(before);
    }

    @Test
    void keepsTheOldFileAndLeavesNoOtherWhenItCannotBeReplaced() throws IOException {
        Path inTheWay = Files.createDirectories(location.resolve("mo-flow/production.yml"));
        Path content = Files.writeString(inTheWay.resolve("content"), "old");

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.save(preset("production", 4)))
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain(location.toString()));

        assertThat(content).hasContent("old");
        assertThat(files()).containsExactly("production.yml");
    }

    @Test
    void reportsADirectoryThatCannotBeCreated() throws IOException {
        Path file = Files.writeString(location.resolve("mo-flow"), "not a folder");

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.save(preset("production", 4)))
                .satisfies(failure -> {
                    assertThat(failure.reason()).startsWith("its file cannot be written");
                    assertThat(failure.getMessage()).doesNotContain(location.toString());
                });
        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.names("mo-flow"))
                .withMessageStartingWith("Presets of flow 'mo-flow': the directory of the flow cannot be read")
                .returns(null, PresetStoreException::preset);
        FilePresetStore inTheFile = new FilePresetStore(file);
        assertThatExceptionOfType(PresetStoreException.class).isThrownBy(() -> inTheFile.names("mo-flow"));
        assertThat(file).hasContent("not a folder");
    }

    @ParameterizedTest
    @CsvSource({"../etc", "a/../../b", "/etc/passwd", ".."})
    void refusesNamesThatLeadOutOfItsDirectory(String name) {
        assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(() -> store.file(name, "production"));
        assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(() -> store.file("mo-flow", name + "/x"));
    }

    @Test
    void refusesANameThatCannotBeAFileName() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> store.find("mo-flow", "a\0b"))
                .withMessageContaining("'a?b.yml' cannot be a file name on this system");
    }
}
