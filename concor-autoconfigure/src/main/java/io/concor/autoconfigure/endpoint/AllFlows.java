package io.concor.autoconfigure.endpoint;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What an operation returns about all flows.
 *
 * @param <T> what it returns about one flow
 * @param flows one for each flow, sorted by name
 * @param format formats them as lines of text
 */
public record AllFlows<T>(List<T> flows, @JsonIgnore Function<List<T>, String> format)
        implements OperationResponseBody, PlainText {

    /** Returns what is formatted flow by flow, with empty lines between. */
    public static <T extends PlainText> AllFlows<T> oneByOne(List<T> flows) {
        return new AllFlows<>(
                flows, all -> all.stream().map(PlainText::plainText).collect(Collectors.joining("\n")));
    }

    @Override
    public String plainText() {
        return format.apply(flows);
    }
}
