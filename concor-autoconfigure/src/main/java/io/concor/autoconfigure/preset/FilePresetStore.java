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
 * Keeps presets in files that people can read and compare: {@code <location>/<flow>/<preset>.yml}. A file is replaced
 * as a whole or not at all. Thread-safe, also with other processes on the same folder.
 */
public final class FilePresetStore implements PresetStore {

    private static final String SUFFIX = ".yml";
    /** Far more than a preset of some hundred slots takes. */
    private static final long MAX_BYTES = 256 * 1024;

    /** Paths are absolute here: a slash within a word, as in "Input/output error", is none. */
    private static final Pattern PATH = Pattern.compile("(?<!\\w)/|\\\\");

    private static final Duration LONGEST_WRITE = Duration.ofMinutes(10);

    private final Path location;

    /**
     * A store.
     *
     * @param location the folder; made when the first preset is saved
     */
    public FilePresetStore(Path location) {
        this.location = location.toAbsolutePath().normalize();
    }

    /**
     * The file of a preset, for those who run the application; not to be shown to clients.
     *
     * @param flow the flow's name
     * @param name the preset's name
     * @throws InvalidSettingException when a name leads out of the folder, or there can be no such file
     */
    public Path file(String flow, String name) {
        return below(folder(flow), name + SUFFIX);
    }

    @Override
    public List<String> names(String flow) {
        try (Stream<Path> files = Files.list(folder(flow))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .filter(name -> isName(flow, name))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException absent) {
            return List.of();
        } catch (UncheckedIOException onTheWay) {
            throw unreadable(flow, Objects.requireNonNull(onTheWay.getCause()));
        } catch (IOException failed) {
            throw unreadable(flow, failed);
        }
    }

    private static PresetStoreException unreadable(String flow, IOException failed) {
        return new PresetStoreException(flow, null, "the flow's folder cannot be read" + why(failed), failed);
    }

    @Override
    public Optional<Preset> find(String flow, String name) {
        Path file = file(flow, name);
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.isRegularFile() ? Optional.of(read(flow, name, attributes)) : Optional.empty();
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (CharacterCodingException foreign) {
            throw new PresetStoreException(flow, name, "it is broken: its file is not text in UTF-8", foreign);
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
    public void save(Preset preset) {
        Path file = file(preset.flow(), preset.name());
        byte[] content = PresetYaml.write(preset).getBytes(StandardCharsets.UTF_8);
        requireReadable(preset.flow(), preset.name(), content.length);
        try {
            AtomicFile.createFolder(folder(preset.flow()));
            AtomicFile.write(file, content);
            AtomicFile.removeLeftovers(folder(preset.flow()), Instant.now().minus(LONGEST_WRITE));
        } catch (NotDurableException written) {
            throw new PresetStoreException(
                    preset.flow(),
                    preset.name(),
                    "its file is written, but may be lost in a crash of the machine" + why(written) + "; save it again",
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
                    "its file is deleted, but may be there again after a crash of the machine" + why(deleted),
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
                    "its text has %d bytes, more than the %d that a preset may have; if it was written by hand, shorten it"
                            .formatted(bytes, MAX_BYTES),
                    null);
        }
    }

    private Path folder(String flow) {
        return below(location, flow);
    }

    /** Directly below, whatever the name says. */
    private static Path below(Path parent, String name) {
        Path child = resolved(parent, name).normalize();
        if (!parent.equals(child.getParent())) {
            throw new InvalidSettingException("name", "it leads out of the folder of presets", "a plain name");
        }
        return child;
    }

    private static Path resolved(Path parent, String name) {
        try {
            return parent.resolve(name);
        } catch (InvalidPathException foreign) {
            throw new InvalidSettingException(
                    "name",
                    "'%s' cannot be the name of a file here".formatted(SafeText.shown(name)),
                    "letters of the locale in which the application was started, such as a to z");
        }
    }

    /** A file that no preset could have as its own is somebody else's. */
    private static boolean isName(String flow, String name) {
        try {
            new Preset(flow, name, Map.of(), Instant.EPOCH, null);
            return true;
        } catch (InvalidSettingException foreign) {
            return false;
        }
    }

    /** What the system said, as far as it holds no path. */
    private static String why(IOException failed) {
        String said = failed instanceof FileSystemException told ? told.getReason() : failed.getMessage();
        boolean shown = said != null && !PATH.matcher(said).find();
        return " (%s)".formatted(shown ? said : failed.getClass().getSimpleName());
    }
}
