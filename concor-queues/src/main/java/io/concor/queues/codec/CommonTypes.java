package io.concor.queues.codec;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Types of the JDK that every process knows, unless a class of the application has the same name. */
final class CommonTypes {

    private static final Map<String, Class<?>> BY_NAME = Stream.<Class<?>>of(
                    String.class,
                    Boolean.class,
                    Character.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class,
                    BigInteger.class,
                    BigDecimal.class,
                    byte[].class,
                    UUID.class,
                    URI.class,
                    Duration.class,
                    Instant.class,
                    LocalDate.class,
                    LocalDateTime.class,
                    LocalTime.class,
                    OffsetDateTime.class,
                    ZonedDateTime.class)
            .collect(toUnmodifiableMap(Class::getSimpleName, Function.identity()));

    private CommonTypes() {}

    @Nullable
    static Class<?> named(String name) {
        return BY_NAME.get(name);
    }

    static boolean contains(Class<?> type) {
        return BY_NAME.get(type.getSimpleName()) == type;
    }
}
