package io.concor.autoconfigure.preset;

import io.concor.InvalidSettingException;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Stores presets in YAML files: {@code <location>/<flow>/<preset>.yml}. Files are replaced atomically. Thread-safe, also with other processes on the same directory.
 */
public final class FilePresetStore implements PresetStore {

    private static final String SUFFIX = ".yml";
    /** Much more than a preset of some hundred slots needs. */
    private static final int MAX_BYTES = 256 * 1024;

    /** Matches absolute paths, but not a slash within a word, as in "Input/output error". */
    private static final Pattern PATH = Pattern.compile("(?<!\\w)/|\\\\");

    private static final Duration LONGEST_WRITE = Duration.ofMinutes(10);

    private final Path location;

    /**
     * Creates a store.
     *
     * @param location the directory, which is created when the first preset is saved
     */
    public FilePresetStore(Path location) {
        this.location = location.toAbsolutePath().normalize();
    }

    /**
     * Returns the file of a preset, for logs. Must not be shown to clients.
     *
     * @param flow the name of the flow
     * @param name the name of the preset
     * @throws InvalidSettingException if a name leads out of the directory or cannot be a file name
     */
    public Path file(String flow, String name) {
        return below(directory(flow), name + SUFFIX);
    }

    @Override
    public List<String> names(String flow) {
        try (Stream<Path> files = Files.list(real(directory(flow)))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .filter(name -> isName(flow, name) && exists(flow, name))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException absent) {
            return List.of();
        } catch (UncheckedIOException failed) {
            throw unreadable(flow, Objects.requireNonNull(failed.getCause()));
        } catch (IOException failed) {
            throw unreadable(flow, failed);
        }
    }

    private static PresetStoreException unreadable(String flow, IOException failed) {
        return new PresetStoreException(flow, null, "the directory of the flow cannot be read" + why(failed), failed);
    }

    @Override
    public Optional<Preset> find(String flow, String name) {
        try {
            Path file = real(file(flow, name));
            return Files.isRegularFile(file) ? Optional.of(read(flow, name, file)) : Optional.empty();
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (CharacterCodingException invalid) {
            throw new PresetStoreException(flow, name, "it is invalid: its file is not UTF-8 text", invalid);
        } catch (IOException failed) {
            throw new PresetStoreException(flow, name, "its file cannot be read" + why(failed), failed);
        }
    }

    private static Preset read(String flow, String name, Path file) throws IOException {
        Instant modified =
                Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
        byte[] content = content(file);
        requireReadable(flow, name, content.length);
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(content))
                .toString();
        return PresetYaml.read(flow, name, text, modified);
    }

    /** Reads at most one byte beyond the limit, whatever the size of the file. */
    private static byte[] content(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return content.readNBytes(MAX_BYTES + 1);
        }
    }

    /**
     * Follows links within the directory of presets, as a mounted Kubernetes volume has them.
     *
     * @throws IOException if the file does not exist, or is outside
     */
    private Path real(Path file) throws IOException {
        Path real = file.toRealPath();
        if (!real.startsWith(location.toRealPath())) {
            throw new FileSystemException(file.toString(), null, "a link leads out of the directory of presets");
        }
        return real;
    }

    private boolean exists(String flow, String name) {
        try {
            return Files.isRegularFile(real(file(flow, name)));
        } catch (IOException outside) {
            return false;
        }
    }

    @Override
    public boolean save(Preset preset) {
        Path file = file(preset.flow(), preset.name());
        byte[] content = PresetYaml.write(preset).getBytes(StandardCharsets.UTF_8);
        requireReadable(preset.flow(), preset.name(), content.length);
        try {
            AtomicFile.createDirectory(directory(preset.flow()));
            real(directory(preset.flow()));
            boolean replaced = Files.isRegularFile(file);
            AtomicFile.write(file, content);
            AtomicFile.removeLeftovers(directory(preset.flow()), Instant.now().minus(LONGEST_WRITE));
            return replaced;
        } catch (AtomicFile.NotDurableException written) {
            throw new PresetStoreException(
                    preset.flow(),
                    preset.name(),
                    "its file is written, but a crash of the machine may undo that" + why(written) + "; save it again",
                    written);
        } catch (IOException failed) {
            throw new PresetStoreException(
                    preset.flow(), preset.name(), "its file cannot be written" + why(failed), failed);
        }
    }

    @Override
    public boolean delete(String flow, String name) {
        Path file = file(flow, name);
        try {
            real(directory(flow));
            return !Files.isDirectory(file) && AtomicFile.delete(file);
        } catch (NoSuchFileException noDirectory) {
            return false;
        } catch (AtomicFile.NotDurableException deleted) {
            throw new PresetStoreException(
                    flow,
                    name,
                    "its file is deleted, but a crash of the machine may undo that" + why(deleted),
                    deleted);
        } catch (IOException failed) {
            throw new PresetStoreException(flow, name, "its file cannot be deleted" + why(failed), failed);
        }
    }

    private static void requireReadable(String flow, String name, int bytes) {
        if (bytes > MAX_BYTES) {
            throw new PresetStoreException(
                    flow,
                    name,
                    Sentence.of(
                            "its text is too long: a preset can have at most %d bytes; shorten it if it was written by hand",
                            MAX_BYTES),
                    null);
        }
    }

    private Path directory(String flow) {
        return below(location, flow);
    }

    /** Resolves a name, which must be a direct child. */
    private static Path below(Path parent, String name) {
        Path child = resolved(parent, name).normalize();
        if (!parent.equals(child.getParent())) {
            throw new InvalidSettingException("name", "it leads out of the directory of presets", "a plain name");
        }
        return child;
    }

    private static Path resolved(Path parent, String name) {
        try {
            return parent.resolve(name);
        } catch (InvalidPathException invalid) {
            throw new InvalidSettingException(
                    "name",
                    Sentence.of("'%s' cannot be a file name on this system", SafeText.shown(name)),
                    "letters of the locale of the application, such as a to z");
        }
    }

    /** Whether a name is valid for a preset: other files are ignored. */
    private static boolean isName(String flow, String name) {
        try {
            new Preset(flow, name, Map.of(), Instant.EPOCH, null);
            return true;
        } catch (InvalidSettingException invalid) {
            return false;
        }
    }

    /** Returns the message of the operating system unless it contains a path. */
    private static String why(IOException failed) {
        String message = failed instanceof FileSystemException specific ? specific.getReason() : failed.getMessage();
        boolean shown = message != null && !PATH.matcher(message).find();
        return Sentence.of(" (%s)", shown ? message : failed.getClass().getSimpleName());
    }
}
