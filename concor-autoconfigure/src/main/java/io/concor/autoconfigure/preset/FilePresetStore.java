package io.concor.autoconfigure.preset;

import io.concor.InvalidSettingException;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import io.concor.text.SafeText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
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
    private static final long MAX_BYTES = 256 * 1024;

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
        try (Stream<Path> files = Files.list(directory(flow))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .filter(name -> isName(flow, name))
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
        Path file = file(flow, name);
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.isRegularFile() ? Optional.of(read(flow, name, attributes)) : Optional.empty();
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (CharacterCodingException invalid) {
            throw new PresetStoreException(flow, name, "it is invalid: its file is not UTF-8 text", invalid);
        } catch (IOException failed) {
            throw new PresetStoreException(flow, name, "its file cannot be read" + why(failed), failed);
        }
    }

    private Preset read(String flow, String name, BasicFileAttributes attributes) throws IOException {
        requireReadable(flow, name, attributes.size());
        String text = Files.readString(file(flow, name), StandardCharsets.UTF_8);
        return PresetYaml.read(flow, name, text, attributes.lastModifiedTime().toInstant());
    }

    @Override
    public boolean save(Preset preset) {
        Path file = file(preset.flow(), preset.name());
        byte[] content = PresetYaml.write(preset).getBytes(StandardCharsets.UTF_8);
        requireReadable(preset.flow(), preset.name(), content.length);
        try {
            AtomicFile.createDirectory(directory(preset.flow()));
            boolean replaced = Files.isRegularFile(file);
            AtomicFile.write(file, content);
            AtomicFile.removeLeftovers(directory(preset.flow()), Instant.now().minus(LONGEST_WRITE));
            return replaced;
        } catch (NotDurableException written) {
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
            return !Files.isDirectory(file) && AtomicFile.delete(file);
        } catch (NotDurableException deleted) {
            throw new PresetStoreException(
                    flow,
                    name,
                    "its file is deleted, but a crash of the machine may undo that" + why(deleted),
                    deleted);
        } catch (IOException failed) {
            throw new PresetStoreException(flow, name, "its file cannot be deleted" + why(failed), failed);
        }
    }

    private static void requireReadable(String flow, String name, long bytes) {
        if (bytes > MAX_BYTES) {
            throw new PresetStoreException(
                    flow,
                    name,
                    "its text has %d bytes, but a preset can have at most %d; shorten it if it was written by hand"
                            .formatted(bytes, MAX_BYTES),
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
                    "'%s' cannot be a file name on this system".formatted(SafeText.shown(name)),
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
        return " (%s)".formatted(shown ? message : failed.getClass().getSimpleName());
    }
}
