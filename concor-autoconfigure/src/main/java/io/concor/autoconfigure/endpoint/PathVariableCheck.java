package io.concor.autoconfigure.endpoint;

import io.concor.InvalidSettingException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the path variables of a request, which Actuator lets parameters of the same names override. */
@FunctionalInterface
public interface PathVariableCheck {

    /** For requests without a path, or with an unknown one. */
    PathVariableCheck NONE = arguments -> {};

    /**
     * Rejects a request whose parameters name another flow, slot or preset than its path.
     *
     * @param arguments the arguments that Actuator collected from path, query and body
     * @throws InvalidSettingException if an argument differs from the path
     */
    void requireUnchanged(Map<String, Object> arguments);

    /**
     * Rejects arguments that differ from the path.
     *
     * @param path the path variables
     * @param given the arguments
     * @throws InvalidSettingException if an argument differs from the path
     */
    static void requireSame(Map<?, ?> path, Map<String, ?> given) {
        path.forEach((name, inPath) -> requireSame(String.valueOf(name), inPath, given.get(name)));
    }

    private static void requireSame(String name, Object inPath, @Nullable Object value) {
        if (value != null && !inPath.equals(value)) {
            throw new InvalidSettingException(
                    name,
                    Sentence.of("'%s' differs from the path", SafeText.shown(value)),
                    Sentence.of("the value in the path: '%s'", SafeText.shown(inPath)));
        }
    }
}
