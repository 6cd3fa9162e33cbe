package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.preset.PresetStoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;

/** Preset files on a file system that fails during an operation. */
class FaultyFileSystemTests {

    private static final IOException BROKEN = new IOException("Input/output error");

    @TempDir
    private Path location;

    private FilePresetStore whole;

    @BeforeEach
    void savedBefore() {
        whole = new FilePresetStore(location);
        whole.save(PresetSavingProgram.preset(1));
    }

    private FilePresetStore on(FaultyFileSystem.Fault fault) {
        return new FilePresetStore(new FaultyFileSystem(fault).path(location));
    }

    /** Opening a directory, which the faulty file system delegates. */
    private FilePresetStore whereFolders(FaultyFileSystem.Fault fault) {
        return on((operation, file) ->
                operation.equals("newFileChannel") && Files.isDirectory(file) ? fault.meet(operation, file) : null);
    }

    @Test
    void worksIfNothingFails() {
        FilePresetStore store = on((operation, file) -> null);

        store.save(PresetSavingProgram.preset(2));

        assertThat(store.find("mo-flow", "production")).contains(PresetSavingProgram.preset(2));
        assertThat(store.names("mo-flow")).containsExactly("production");
        assertThat(store.delete("mo-flow", "production")).isTrue();
        assertThat(whole.names("mo-flow")).isEmpty();
    }

    @Test
    void keepsTheOldPresetIfTheDirectoryCannotBeOpened() {
        FilePresetStore store = whereFolders((operation, file) -> {
            throw BROKEN;
        });

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.save(PresetSavingProgram.preset(2)))
                .returns("its file cannot be written (Input/output error)", PresetStoreException::reason);
        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.delete("mo-flow", "production"))
                .returns("its file cannot be deleted (Input/output error)", PresetStoreException::reason);

        assertThat(whole.find("mo-flow", "production")).contains(PresetSavingProgram.preset(1));
    }

    @Test
    void reportsThatAPresetIsSavedButNotDurable() throws IOException {
        FileChannel notForced = Mockito.mock(FileChannel.class);
        Mockito.doThrow(BROKEN).when(notForced).force(true);
        FilePresetStore store = whereFolders((operation, file) -> notForced);

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.save(PresetSavingProgram.preset(2)))
                .returns(
                        "its file is written, but a crash of the machine may undo that (Input/output error); save it again",
                        PresetStoreException::reason);
        assertThat(whole.find("mo-flow", "production")).contains(PresetSavingProgram.preset(2));

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.delete("mo-flow", "production"))
                .returns(
                        "its file is deleted, but a crash of the machine may undo that (Input/output error)",
                        PresetStoreException::reason);
        assertThat(whole.find("mo-flow", "production")).isEmpty();
    }

    @Test
    void reportsADirectoryThatFailsWhileItIsRead() {
        FilePresetStore store =
                on((operation, file) -> operation.equals("newDirectoryStream") ? new BrokenOnTheWay() : null);

        assertThatExceptionOfType(PresetStoreException.class)
                .isThrownBy(() -> store.names("mo-flow"))
                .withMessage(
                        "Presets of flow 'mo-flow': the directory of the flow cannot be read (Input/output error)");
    }

    private static final class BrokenOnTheWay implements DirectoryStream<Path>, Iterator<Path> {

        @Override
        public Iterator<Path> iterator() {
            return this;
        }

        @Override
        public boolean hasNext() {
            throw new DirectoryIteratorException(BROKEN);
        }

        @Override
        public Path next() {
            throw new DirectoryIteratorException(BROKEN);
        }

        @Override
        public void close() {}
    }
}
