package io.concor.autoconfigure.diagnostics;

import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Reports a property below {@code concor} whose value is not a number. Runs before Boot's analyzer, which names the types of
 * the conversion instead.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class UnreadableNumberFailureAnalyzer extends ConversionFailureAnalyzer {

    private static final Set<Class<?>> WHOLE = Set.of(int.class, Integer.class);
    private static final Set<Class<?>> OTHERS = Set.of(double.class, Double.class);

    UnreadableNumberFailureAnalyzer(Environment environment) {
        super(environment);
    }

    @Override
    boolean reports(Class<?> type) {
        return WHOLE.contains(type) || OTHERS.contains(type);
    }

    @Override
    String problem(String value, Class<?> type) {
        return "is not " + allowed(type);
    }

    @Override
    String allowed(Class<?> type) {
        return WHOLE.contains(type) ? "a whole number up to " + Integer.MAX_VALUE : "a number";
    }
}
