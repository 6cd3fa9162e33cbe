package io.concor.autoconfigure.diagnostics;

import io.concor.text.SimilarNames;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Reports the allowed values of a property below {@code concor} that has an unknown one. Runs before Boot's analyzer,
 * which reports a failed conversion.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class UnknownPropertyValueFailureAnalyzer extends ConversionFailureAnalyzer {

    UnknownPropertyValueFailureAnalyzer(Environment environment) {
        super(environment);
    }

    @Override
    boolean reports(Class<?> type) {
        return type.isEnum();
    }

    @Override
    String problem(String value, Class<?> type) {
        return "is unknown to this version of Concor" + SimilarNames.hint(value, constants(type));
    }

    @Override
    String allowed(Class<?> type) {
        return String.join(", ", constants(type));
    }

    private static List<String> constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}
