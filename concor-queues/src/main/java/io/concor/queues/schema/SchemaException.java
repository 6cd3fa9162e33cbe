package io.concor.queues.schema;

import io.concor.ConcorException;
import io.concor.text.Sentence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown if the tables of queues are missing, cannot be created or do not fit this version of Concor. */
public final class SchemaException extends ConcorException {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // an immutable list of JDK
    private final List<String> problems;

    private final String remedy;

    SchemaException(String database, List<String> problems, String remedy, @Nullable Throwable cause) {
        super(
                Sentence.of(
                        "The tables of queues in %s cannot be used: %s. %s",
                        database, String.join("; ", problems), remedy),
                cause);
        this.problems = List.copyOf(problems);
        this.remedy = remedy;
    }

    /** Returns what is wrong, such as {@code column concor_event.headers is missing}; at least one. */
    public List<String> problems() {
        return problems;
    }

    /** Returns what to do. */
    public String remedy() {
        return remedy;
    }
}
