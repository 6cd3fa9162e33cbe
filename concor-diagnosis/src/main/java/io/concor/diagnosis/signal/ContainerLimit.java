package io.concor.diagnosis.signal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how many processors the container of this process may use, and how often it is stopped because it has used them, as
 * Linux reports it (control groups, in the documentation of the kernel). For one thread.
 */
final class ContainerLimit {

    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final Pattern OWN_GROUP = Pattern.compile("^0::/(.*)$", Pattern.MULTILINE);
    private static final Pattern LIMIT = Pattern.compile("^(\\d+) (\\d+)");
    private static final Pattern NUMBER = Pattern.compile("^(\\d+)");
    private static final Pattern PERIODS = Pattern.compile("^nr_periods (\\d+)", Pattern.MULTILINE);
    private static final Pattern STOPPED = Pattern.compile("^nr_throttled (\\d+)", Pattern.MULTILINE);

    private final Path group;
    private OptionalLong periodsBefore = OptionalLong.empty();
    private OptionalLong stoppedBefore = OptionalLong.empty();

    ContainerLimit() {
        this(ofProcess());
    }

    /** @param group the folder of the control group */
    ContainerLimit(Path group) {
        this.group = group;
    }

    /** Within a container its own group is the root that it sees. Version 1 has a folder for each resource. */
    private static Path ofProcess() {
        Path own = GROUPS.resolve(first(Path.of("/proc/self/cgroup"), OWN_GROUP).orElse(""));
        if (Files.exists(own.resolve("cpu.max"))) {
            return own;
        }
        Path first = GROUPS.resolve("cpu");
        return Files.exists(first) ? first : GROUPS;
    }

    /** Returns the number of processors; empty without a limit. */
    OptionalDouble processors() {
        Optional<Matcher> limit = find(group.resolve("cpu.max"), LIMIT);
        if (limit.isPresent()) {
            return share(number(limit.get(), 1), number(limit.get(), 2));
        }
        return share(count("cpu.cfs_quota_us", NUMBER), count("cpu.cfs_period_us", NUMBER));
    }

    /**
     * Returns the share of the periods since the last call in which the process was stopped, 0 to 1. Unknown at the first call,
     * and without a limit.
     */
    OptionalDouble stopped() {
        OptionalLong periods = count("cpu.stat", PERIODS);
        OptionalLong stopped = count("cpu.stat", STOPPED);
        OptionalDouble share = processors().isEmpty()
                ? OptionalDouble.empty()
                : share(growth(stoppedBefore, stopped), growth(periodsBefore, periods));
        periodsBefore = periods;
        stoppedBefore = stopped;
        return share;
    }

    private static OptionalLong growth(OptionalLong before, OptionalLong now) {
        return before.isPresent() && now.isPresent()
                ? OptionalLong.of(now.getAsLong() - before.getAsLong())
                : OptionalLong.empty();
    }

    private static OptionalDouble share(OptionalLong part, OptionalLong whole) {
        return part.isPresent() && whole.isPresent()
                ? OptionalDouble.of((double) part.getAsLong() / Math.max(1, whole.getAsLong()))
                : OptionalDouble.empty();
    }

    private OptionalLong count(String file, Pattern pattern) {
        return find(group.resolve(file), pattern).map(found -> number(found, 1)).orElseGet(OptionalLong::empty);
    }

    private static OptionalLong number(Matcher found, int part) {
        try {
            return OptionalLong.of(Long.parseLong(found.group(part)));
        } catch (NumberFormatException tooLarge) {
            return OptionalLong.empty();
        }
    }

    private static Optional<String> first(Path file, Pattern pattern) {
        return find(file, pattern).map(found -> found.group(1));
    }

    private static Optional<Matcher> find(Path file, Pattern pattern) {
        try {
            return Optional.of(pattern.matcher(Files.readString(file))).filter(Matcher::find);
        } catch (IOException notReported) {
            return Optional.empty();
        }
    }
}
