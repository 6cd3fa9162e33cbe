package io.concor.queues;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotationIntrospectorPair;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/** Writes sealed types with the logical names of their classes, and refuses to write class names. */
final class LogicalNames extends AnnotationIntrospectorPair {

    private static final long serialVersionUID = 1L;

    private static final JsonTypeInfo.Value NAMED =
            JsonTypeInfo.Value.construct(JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, "@type", null, false, null);

    /** @param given the annotations of Jackson and others, which come first */
    LogicalNames(AnnotationIntrospector given) {
        super(given, NopAnnotationIntrospector.nopInstance());
    }

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
        if (annotated.getRawType() == Class.class) {
            throw new InvalidMessageTypeException(
                    "A value of type java.lang.Class would store a class name", "Store a text or an enum constant");
        }
        JsonTypeInfo.Value given = super.findPolymorphicTypeInfo(config, annotated);
        if (given == null) {
            return needsNames(config, annotated) ? NAMED : null;
        }
        if (given.getIdType() == JsonTypeInfo.Id.CLASS || given.getIdType() == JsonTypeInfo.Id.MINIMAL_CLASS) {
            throw new InvalidMessageTypeException(
                    "@JsonTypeInfo of " + annotated.getName() + " would store class names",
                    "Let it use names (JsonTypeInfo.Id.NAME), or make the type sealed and remove the annotation");
        }
        return given;
    }

    private boolean needsNames(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedClass
                && isOpenToSubclasses(annotated.getRawType())
                && findSerializer(config, annotated) == null
                && findDeserializer(config, annotated) == null;
    }

    /** Types of the JDK, such as {@code ZoneId}, are values. */
    private static boolean isOpenToSubclasses(Class<?> type) {
        return type.isSealed()
                && !type.isEnum()
                && Modifier.isAbstract(type.getModifiers())
                && !type.getName().startsWith("java.");
    }

    @Override
    public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedClass && needsNames(config, annotated) && !hasTypeInfo(config, annotated)
                ? named(annotated.getRawType())
                : super.findSubtypes(config, annotated);
    }

    private boolean hasTypeInfo(MapperConfig<?> config, Annotated annotated) {
        return super.findPolymorphicTypeInfo(config, annotated) != null;
    }

    private static List<NamedType> named(Class<?> sealed) {
        Map<String, Class<?>> byName = new HashMap<>();
        return concrete(sealed)
                .distinct()
                .map(type -> new NamedType(type, distinctName(type, byName)))
                .toList();
    }

    private static String distinctName(Class<?> type, Map<String, Class<?>> byName) {
        String name = MessageName.of(type).name();
        Class<?> other = byName.put(name, type);
        if (other != null) {
            throw new InvalidMessageTypeException(
                    other.getName() + " and " + type.getName() + " are both stored as '" + name + "'",
                    "Give one of them another name with @MessageType");
        }
        return name;
    }

    private static Stream<Class<?>> concrete(Class<?> type) {
        Stream<Class<?>> permitted = type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(LogicalNames::concrete)
                : Stream.empty();
        return Modifier.isAbstract(type.getModifiers()) ? permitted : Stream.concat(Stream.of(type), permitted);
    }

    @Override
    public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass annotated) {
        String given = super.findTypeName(config, annotated);
        return given == null || given.isEmpty()
                ? MessageName.of(annotated.getRawType()).name()
                : given;
    }
}
