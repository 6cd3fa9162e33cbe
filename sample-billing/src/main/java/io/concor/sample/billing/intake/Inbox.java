package io.concor.sample.billing.intake;

import io.concor.sample.billing.BillingProperties;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Reads the files of a folder whose names end with {@code .jsonl}, one record a line, and moves each to the folder
 * {@code done} when all of its records have ended, or to {@code failed} if it has to be read again. A file that a stop or
 * a crash interrupts stays and is read again: records that are billed are not billed twice.
 */
@Component
@ConditionalOnProperty("billing.inbox.folder")
class Inbox implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);
    private static final String SUFFIX = ".jsonl";
    private static final int MOST_FILES_AT_ONCE = 1000;
    private static final Duration AS_LONG_AS_IT_TAKES = Duration.ofDays(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private final Path folder;
    private final BillingProperties.Inbox settings;
    private final BulkIntake intake;
    /** The files that could not be moved after they were read, with the folder to which they belong. Of the reader's thread. */
    private final Map<Path, String> unmoved = new LinkedHashMap<>();

    private volatile @Nullable Thread reader;

    Inbox(BulkIntake intake, BillingProperties properties) {
        this.settings = properties.inbox();
        this.folder = Objects.requireNonNull(settings.folder());
        this.intake = intake;
    }

    @Override
    public void start() {
        try {
            Files.createDirectories(folder.resolve("done"));
            Files.createDirectories(folder.resolve("failed"));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    String.format(
                            Locale.ROOT,
                            "billing.inbox.folder is %s, in which no folder can be created: name another one",
                            folder),
                    e);
        }
        Thread started = new Thread(this::readUntilStopped, "inbox");
        started.start();
        reader = started;
        LOG.info("Reads files from {}", folder.toAbsolutePath());
    }

    private void readUntilStopped() {
        try {
            while (true) {
                readFiles();
                TimeUnit.MILLISECONDS.sleep(settings.poll().toMillis());
            }
        } catch (InterruptedException stopped) {
            LOG.debug("Stopped");
        }
    }

    /** A file that cannot be read or moved does not keep others waiting, and is not read twice. */
    private void readFiles() throws InterruptedException {
        for (Map.Entry<Path, String> file : List.copyOf(unmoved.entrySet())) {
            move(file.getKey(), file.getValue());
        }
        try {
            for (Path file : files()) {
                move(file, read(file));
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("Cannot read the folder {}, and tries again: {}", folder, e.toString());
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> entry.getFileName().toString().endsWith(SUFFIX))
                    .filter(entry -> Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS))
                    .filter(entry -> !unmoved.containsKey(entry))
                    .limit(MOST_FILES_AT_ONCE)
                    .sorted()
                    .toList();
        }
    }

    /** Returns the folder to which the file belongs then. */
    private String read(Path file) throws InterruptedException {
        String name = file.getFileName().toString();
        try {
            if (Files.size(file) > settings.maxBytes().toBytes()) {
                LOG.warn("File {} is larger than billing.inbox.max-bytes, which is {}", name, settings.maxBytes());
                return "failed";
            }
            BulkSummary summary = take(file, name);
            LOG.info("File {} has {}", name, summary);
            return summary.failed() == 0 ? "done" : "failed";
        } catch (ExecutionException | IOException | UncheckedIOException e) {
            LOG.warn("File {} cannot be read", name, e);
            return "failed";
        }
    }

    private BulkSummary take(Path file, String name) throws InterruptedException, IOException, ExecutionException {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            return intake.take(
                            lines.lines().filter(line -> !line.isBlank()).iterator(),
                            number -> name + ", record " + number,
                            AS_LONG_AS_IT_TAKES)
                    .get();
        }
    }

    private void move(Path file, String to) {
        try {
            Files.move(file, target(file, to));
            unmoved.remove(file);
        } catch (IOException e) {
            if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
                unmoved.remove(file);
            } else if (unmoved.put(file, to) == null) {
                LOG.warn(
                        "File {} was read and cannot be moved to {}: it is tried again, but not read again before the next start: {}",
                        file.getFileName(),
                        to,
                        e.toString());
            }
        }
    }

    private Path target(Path file, String to) {
        String name = file.getFileName().toString();
        Path target = folder.resolve(to).resolve(name);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            target = folder.resolve(to).resolve(name + "." + System.currentTimeMillis());
        }
        return target;
    }

    @Override
    public void stop() {
        Thread stopped = reader;
        reader = null;
        if (stopped == null) {
            return;
        }
        stopped.interrupt();
        try {
            stopped.join(STOP_WITHIN.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return reader != null;
    }
}
