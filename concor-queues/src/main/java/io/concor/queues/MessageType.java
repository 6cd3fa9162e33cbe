package io.concor.queues;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name and version under which messages of a class are stored. A class without it is stored under its simple name, in
 * version 1. No class name is stored: classes may be renamed and moved while their messages wait.
 *
 * <pre>{@code
 * @MessageType(value = "order", version = 2)
 * record Order(String id, BigDecimal amount, Currency currency) {}
 * }</pre>
 *
 * <p>A new version is needed if messages that wait cannot be read by the changed class. A {@link MessageUpcaster} then lifts
 * those of the version before. During a rolling deployment, older processes leave messages of the new version to newer ones.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MessageType {

    /** Returns the logical name: 1 to 100 letters, digits, dots, underscores and hyphens. Default: the simple class name. */
    String value() default "";

    /** Returns the version, at least 1. */
    int version() default 1;
}
