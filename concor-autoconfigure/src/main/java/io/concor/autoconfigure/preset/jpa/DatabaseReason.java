package io.concor.autoconfigure.preset.jpa;

import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;

/** Says why the database of presets failed, in words that are safe to show to a client: without SQL, paths and addresses. */
final class DatabaseReason {

    /** Of ODBC, MySQL and MariaDB; of H2, with similar tables and without any; of PostgreSQL. */
    private static final Set<String> MISSING_TABLE = Set.of("42S02", "42S03", "42S04", "42P01");

    /**
     * H2 appends the statement to its message, other databases write details on further lines. MariaDB begins with the
     * number of the connection, which changes.
     */
    private static final Pattern DETAILS =
            Pattern.compile("^\\(conn=\\d+\\) |; SQL statement:.*|\\R.*", Pattern.DOTALL);

    private static final Pattern PATH = Pattern.compile("(?<![\\w/\\\\])(?:[A-Za-z]:)?[/\\\\][^\\s\"',;()\\[\\]]+");

    private DatabaseReason() {}

    static String of(Throwable failed) {
        SQLException reported = reported(failed);
        if (reported == null) {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(failed);
            return unusable(cause.getClass().getSimpleName() + ": " + words(cause));
        }
        if (isConnection(reported)) {
            return unusable("no connection" + state(reported)); // the message often contains the address
        }
        String words = "the database reports: " + words(reported) + state(reported);
        return MISSING_TABLE.contains(reported.getSQLState())
                ? Sentence.of(
                        "the tables concor_preset and concor_preset_version are missing; create them with the scripts in db/concor (%s)",
                        words)
                : unusable(words);
    }

    private static String unusable(String why) {
        return Sentence.of("the database cannot be used (%s)", why);
    }

    /** Returns the innermost exception of the driver, or null: those around it, such as that of a pool, tell less. */
    private static @Nullable SQLException reported(Throwable failed) {
        return Stream.iterate(failed, Objects::nonNull, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .map(SQLException.class::cast)
                .reduce((outer, inner) -> inner)
                .orElse(null);
    }

    /** Whether it concerns the connection or the log-in. */
    private static boolean isConnection(SQLException reported) {
        String state = Objects.requireNonNullElse(reported.getSQLState(), "");
        return state.startsWith("08")
                || state.startsWith("28")
                || reported instanceof SQLTransientConnectionException
                || reported instanceof SQLNonTransientConnectionException;
    }

    private static String state(SQLException reported) {
        return reported.getSQLState() == null ? "" : ", SQLState " + reported.getSQLState();
    }

    private static String words(Throwable cause) {
        String first = DETAILS.matcher(String.valueOf(cause.getMessage())).replaceAll("");
        return SafeText.words(PATH.matcher(first).replaceAll("(path)"));
    }
}
