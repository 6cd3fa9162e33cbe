package io.concor.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The commit from which this jar was built. */
public final class BuildCommit {

    private static final String UNKNOWN = "unknown";

    private BuildCommit() {}

    /**
     * Returns the abbreviated commit, for example {@code 79b8b5ac}; with the addition {@code -changed} if tracked files
     * had uncommitted changes, and {@code unknown} if the jar was not built from a git repository.
     */
    public static String current() {
        Properties build = new Properties();
        try (InputStream stream = BuildCommit.class.getResourceAsStream("commit.properties")) {
            build.load(stream);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Cannot read commit.properties of this jar", unreadable);
        }
        return of(build);
    }

    static String of(Properties build) {
        String commit = build.getProperty("commit", UNKNOWN);
        if (!commit.matches("[0-9a-f]+")) {
            return UNKNOWN; // without a repository, Maven leaves its placeholder
        }
        return Boolean.parseBoolean(build.getProperty("changed")) ? commit + "-changed" : commit;
    }
}
