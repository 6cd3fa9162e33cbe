package io.concor.autoconfigure.properties;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches if a property is true. Reads it as its binding does: {@code yes}, {@code on} and {@code 1} are true, and a
 * missing or empty value is the default. For Boot's condition only {@code true} is true.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnEnabledCondition.class)
public @interface ConditionalOnEnabled {

    /** Returns the name of the property. */
    String value();

    /** Returns the default of the property. */
    boolean byDefault() default true;
}
