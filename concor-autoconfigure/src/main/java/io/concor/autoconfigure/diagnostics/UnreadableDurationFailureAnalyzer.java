package io.concor.autoconfigure.diagnostics;

import io.concor.autoconfigure.properties.SettingFormat;
import java.time.Duration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Reports a property below {@code concor} whose value is not a duration. Runs before Boot's analyzer, which does not say
 * how durations are written.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class UnreadableDurationFailureAnalyzer extends ConversionFailureAnalyzer {

    UnreadableDurationFailureAnalyzer(Environment environment) {
        super(environment);
    }

    @Override
    boolean reports(Class<?> type) {
        return type == Duration.class;
    }

    @Override
    String problem(String value, Class<?> type) {
        return "is not a duration";
    }

    @Override
    String allowed(Class<?> type) {
        return SettingFormat.DURATIONS;
    }
}
