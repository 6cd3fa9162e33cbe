package io.concor.autoconfigure.properties;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Matches unless a property is false. Reads it as its binding does: missing or empty, it has its default, true, which
 * Boot's condition regards as false.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnEnabledCondition.class)
public @interface ConditionalOnEnabled {

    /** Returns the name of the property. */
    String value();
}
