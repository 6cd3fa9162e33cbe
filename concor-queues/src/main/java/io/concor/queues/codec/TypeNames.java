package io.concor.queues.codec;

import io.concor.queues.InvalidMessageTypeException;
import io.concor.queues.MessageName;
import io.concor.queues.MessageType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the logical names of types: configured ones, those of annotations, and simple class names. */
final class TypeNames {

    private static final int LONGEST = 200;

    private final Map<Class<?>, MessageName> configured = new HashMap<>();

    /**
     * Adds a configured name.
     *
     * @param version the version, or null for that of the class's annotation
     * @return a further name, under which messages are only read, or null if it is the name of the class
     * @throws InvalidMessageTypeException if the class has another name or version already
     */
    @Nullable
    MessageName add(String name, @Nullable Integer version, Class<?> type) {
        MessageName annotated = type.isAnnotationPresent(MessageType.class) ? MessageName.of(type) : null;
        if (annotated != null && annotated.name().equals(name)) {
            requireSameVersion(annotated, version, type);
            return null;
        }
        MessageName given = new MessageName(name, version == null ? 1 : version);
        if (annotated != null) {
            return given;
        }
        MessageName other = configured.put(type, given);
        if (other != null && !other.equals(given)) {
            throw new InvalidMessageTypeException(
                    type.getName() + " has two names, '" + other.name() + "' and '" + name + "'",
                    "Annotate it with @MessageType and the name under which it is written; then the others are read as well");
        }
        return null;
    }

    private static void requireSameVersion(MessageName annotated, @Nullable Integer version, Class<?> type) {
        if (version != null && version != annotated.version()) {
            throw new InvalidMessageTypeException(
                    "type '" + annotated.name() + "' has version " + version + " in the configuration and "
                            + annotated.version() + " in the annotation of " + type.getName(),
                    "Remove one of them");
        }
    }

    /** Returns the stored form of a type. */
    StoredType describe(Type type) {
        StoredType described = describeAny(type);
        if (described.name().length() > LONGEST) {
            throw new InvalidMessageTypeException(
                    "the name of a type is longer than " + LONGEST + " characters: " + described.name(),
                    "Replace it with a class of its own");
        }
        return described;
    }

    private StoredType describeAny(Type type) {
        if (type instanceof ParameterizedType generic) {
            return describeGeneric(generic);
        }
        if (type instanceof GenericArrayType array) {
            return arrayOf(describeAny(array.getGenericComponentType()), type);
        }
        if (type instanceof WildcardType wildcard) {
            return describeAny(wildcard.getUpperBounds()[0]);
        }
        if (type instanceof Class<?> array && array.isArray()) {
            return arrayOf(describeAny(array.getComponentType()), type);
        }
        return named(type instanceof Class<?> plain ? plain : Object.class);
    }

    private StoredType named(Class<?> type) {
        MessageName name = configured.get(type);
        MessageName found = name == null ? MessageName.of(type) : name;
        return StoredType.of(found.name(), found.version(), type);
    }

    private static StoredType arrayOf(StoredType element, Type array) {
        return element.within(element.name() + "[]", array, element.classes(), 1);
    }

    private StoredType describeGeneric(ParameterizedType type) {
        StoredType raw = named((Class<?>) type.getRawType());
        List<StoredType> arguments = Arrays.stream(type.getActualTypeArguments())
                .map(this::describeAny)
                .toList();
        String name = arguments.stream().map(StoredType::name).collect(Collectors.joining(",", raw.name() + "<", ">"));
        StoredType content = arguments.get(arguments.size() - 1);
        return switch (containment((Class<?>) type.getRawType())) {
            case ELEMENTS -> content.within(name, type, StoredType.joined(raw, arguments), 1);
            case VALUE -> content.within(name, type, StoredType.joined(raw, arguments), 0);
            case NONE -> raw.with(name, type, arguments);
        };
    }

    private enum Containment {
        ELEMENTS,
        VALUE,
        NONE
    }

    private static Containment containment(Class<?> raw) {
        boolean holdsMany = Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw);
        return raw == Optional.class
                ? Containment.VALUE
                : holdsMany && raw.getName().startsWith("java.util.") ? Containment.ELEMENTS : Containment.NONE;
    }
}
