package io.concor.queues.codec;

import io.concor.queues.InvalidMessageTypeException;
import io.concor.queues.MessageCodec;
import io.concor.queues.MessageName;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The types that this process can read, by name and by class. They come from the configuration and from what components of
 * durable slots declare, never from a stored text. Thread-safe.
 */
final class TypeRegistry {

    private final MessageCodec codec;
    private final TypeNames names;
    private final UpcasterChains upcasters;
    private final Map<String, StoredType> byName = new ConcurrentHashMap<>();
    private final Map<Type, StoredType> byType = new ConcurrentHashMap<>();
    /** Guarded by this. */
    private final Set<Type> declared = new HashSet<>();

    TypeRegistry(MessageCodec codec, TypeNames names, UpcasterChains upcasters) {
        this.codec = codec;
        this.names = names;
        this.upcasters = upcasters;
    }

    /**
     * Adds a configured class, and its subclasses as far as they are known.
     *
     * @throws InvalidMessageTypeException if it has none and is abstract
     */
    void declareConfigured(Class<?> type) {
        boolean named = isComplete(type) || type.getTypeParameters().length > 0;
        if (!named && subclasses(type).findAny().isEmpty()) {
            throw new InvalidMessageTypeException(
                    "there are no messages of exactly " + type.getName() + ", and its subclasses are not known",
                    "Configure these instead, or make it sealed");
        }
        declare(type);
    }

    /** Adds a type, what it contains, and its subclasses as far as they are known. */
    synchronized void declare(Type type) {
        if (!declared.add(type)) {
            return;
        }
        try {
            declareAnew(type);
        } catch (RuntimeException refused) {
            declared.remove(type); // refused again, whoever declares it next
            throw refused;
        }
    }

    private void declareAnew(Type type) {
        if (type instanceof Class<?> plain) {
            declareClass(plain);
        } else if (type instanceof ParameterizedType generic) {
            Arrays.stream(generic.getActualTypeArguments()).forEach(this::declare);
            register(generic);
        } else if (type instanceof GenericArrayType array) {
            declare(array.getGenericComponentType());
            register(array);
        } else if (type instanceof WildcardType wildcard) {
            declare(wildcard.getUpperBounds()[0]);
        }
    }

    private void declareClass(Class<?> type) {
        if (type.isArray()) {
            declare(type.getComponentType());
        }
        if (isComplete(type)) {
            register(type);
        }
        subclasses(type).forEach(this::declare);
    }

    /** Whether there are messages of exactly this class, without type arguments. */
    private static boolean isComplete(Class<?> type) {
        if (type.isArray()) {
            return type.getComponentType().isArray()
                    ? isComplete(type.getComponentType())
                    : type.getComponentType().getTypeParameters().length == 0;
        }
        boolean instantiable = type.isEnum() || !Modifier.isAbstract(type.getModifiers());
        return instantiable && type.getTypeParameters().length == 0 && type != Object.class;
    }

    private Stream<Class<?>> subclasses(Class<?> type) {
        if (type.isPrimitive()
                || type.isArray()
                || type.isEnum()
                || type.getName().startsWith("java.")) {
            return Stream.empty();
        }
        Stream<Class<?>> permitted = type.isSealed() ? Arrays.stream(type.getPermittedSubclasses()) : Stream.empty();
        return Stream.concat(permitted, codec.subtypesOf(type).stream());
    }

    /**
     * Adds exactly this type.
     *
     * @throws InvalidMessageTypeException if its name is that of another type, or the upcasters do not fit its version
     */
    synchronized StoredType register(Type type) {
        StoredType described = names.describe(type);
        add(described);
        byType.put(type, described);
        return described;
    }

    /** Adds a name under which messages are only read. */
    void alias(MessageName name, Class<?> type) {
        add(StoredType.of(name.name(), name.version(), type));
    }

    private void add(StoredType type) {
        upcasters.check(type.content(), type.version());
        StoredType other = byName.putIfAbsent(type.name(), type);
        if (other != null && !other.classes().equals(type.classes())) {
            throw new InvalidMessageTypeException(
                    labelled(other.type(), type.type()) + " and " + labelled(type.type(), other.type())
                            + " are both stored as '" + type.name() + "'",
                    "Give one of them another name, with @MessageType or concor.queues.types.<name>");
        }
    }

    private static String labelled(Type type, Type other) {
        boolean twice = type.getTypeName().equals(other.getTypeName());
        return type.getTypeName()
                + (twice && type instanceof Class<?> plain ? " of class loader " + plain.getClassLoader() : "");
    }

    @Nullable
    StoredType find(Type type) {
        return byType.get(type);
    }

    @Nullable
    StoredType named(String name) {
        StoredType known = byName.get(name);
        Class<?> value = known == null ? CommonTypes.named(name) : null;
        return value == null ? known : names.describe(value);
    }
}
