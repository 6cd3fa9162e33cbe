package io.concor.queues.schema;

import io.concor.queues.jdbc.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A script that creates the tables, and what it says about them.
 *
 * @param name the name of the resource
 * @param text the whole script
 */
record SchemaScript(String name, String text) {

    private static final Pattern COMMENT = Pattern.compile("--.*");
    private static final Pattern TABLE =
            Pattern.compile("create table if not exists (\\w+) \\(\\R(.*?)\\R\\)", Pattern.DOTALL);
    private static final Pattern COLUMN =
            Pattern.compile("^  (?!primary|constraint|key )(\\w+) +(\\w+)", Pattern.MULTILINE);
    private static final Pattern PRIMARY_KEY = Pattern.compile("primary key \\((.*?)\\)");

    /**
     * A table.
     *
     * @param name its name
     * @param columns the types of its columns by their names
     * @param primaryKey the columns of its primary key, in order
     */
    record Table(String name, Map<String, String> columns, List<String> primaryKey) {}

    static SchemaScript of(Dialect dialect, TableFamily family) {
        String name = family.prefix() + "-" + dialect.id() + ".sql";
        try (InputStream resource = Objects.requireNonNull(SchemaScript.class.getResourceAsStream(name), name)) {
            return new SchemaScript(name, new String(resource.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the statements, without comments: those may contain semicolons. */
    List<String> statements() {
        return Arrays.stream(COMMENT.matcher(text).replaceAll("").split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    List<Table> tables() {
        return TABLE.matcher(COMMENT.matcher(text).replaceAll(""))
                .results()
                .map(SchemaScript::table)
                .toList();
    }

    private static Table table(MatchResult found) {
        Map<String, String> columns = COLUMN.matcher(found.group(2))
                .results()
                .collect(Collectors.toMap(
                        column -> column.group(1), column -> column.group(2), (one, other) -> one, LinkedHashMap::new));
        String primaryKey = PRIMARY_KEY
                .matcher(found.group(2))
                .results()
                .map(key -> key.group(1))
                .collect(Collectors.joining());
        return new Table(found.group(1), columns, List.of(primaryKey.split(", ")));
    }
}
