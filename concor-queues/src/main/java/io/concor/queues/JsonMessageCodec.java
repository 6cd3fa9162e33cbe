package io.concor.queues;

import static java.util.stream.Collectors.toUnmodifiableSet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes messages as JSON with Jackson 3: records and other classes, collections, {@code Optional}, {@code java.time}. Where a
 * sealed type is declared inside of a message, the property {@code @type} has the {@linkplain MessageName logical name} of the
 * class, unless the type has a {@code @JsonTypeInfo} of its own. No class name is written; default typing is off. Thread-safe.
 *
 * <p>Values that are declared as {@code Object}, as in {@code Map<String, Object>}, come back as Jackson reads them: numbers
 * as {@code Integer}, {@code Long}, {@code BigInteger} or {@code BigDecimal}, dates as text, objects as maps.
 */
public final class JsonMessageCodec implements TreeMessageCodec<JsonNode> {

    private final JsonMapper mapper;
    private final TokenStreamFactory format;
    private final ObjectReader treeReader;
    private final Map<Type, ObjectWriter> writers = new ConcurrentHashMap<>();
    private final Map<Type, ObjectReader> readers = new ConcurrentHashMap<>();

    /** Creates a codec with Jackson's defaults and the modules on the class path. */
    public JsonMessageCodec() {
        this(JsonMapper.builder().findAndAddModules().build());
    }

    /**
     * Creates a codec with the modules, annotations, naming and other settings of a mapper. Settings that would lose a part of
     * a message do not count: which values are left out, time zones, indentation, default typing.
     */
    public JsonMessageCodec(JsonMapper mapper) {
        this.mapper = lossless(mapper);
        this.format = unbounded(mapper);
        this.treeReader = this.mapper.readerFor(JsonNode.class);
    }

    private static JsonMapper lossless(JsonMapper mapper) {
        return mapper.rebuild()
                .annotationIntrospector(
                        new LogicalNames(mapper.serializationConfig().getAnnotationIntrospector()))
                .deactivateDefaultTyping()
                .changeDefaultPropertyInclusion(given -> given.withValueInclusion(JsonInclude.Include.ALWAYS)
                        .withContentInclusion(JsonInclude.Include.ALWAYS))
                .disable(SerializationFeature.INDENT_OUTPUT, SerializationFeature.WRAP_ROOT_VALUE)
                .disable(
                        DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS,
                        DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS,
                        DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                .disable(DeserializationFeature.UNWRAP_ROOT_VALUE)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
    }

    /** Whatever was written can be read: the size of messages has its bound elsewhere. */
    private static TokenStreamFactory unbounded(JsonMapper mapper) {
        StreamWriteConstraints written = mapper.tokenStreamFactory().streamWriteConstraints();
        return mapper.tokenStreamFactory()
                .rebuild()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(written.getMaxNestingDepth())
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNameLength(Integer.MAX_VALUE)
                        .maxNumberLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }

    @Override
    public byte[] write(Object message, Type type) {
        try {
            return writers.computeIfAbsent(type, this::writer).writeValueAsBytes(message);
        } catch (JacksonException failed) {
            throw JsonFailure.ofWriting(failed);
        }
    }

    private ObjectWriter writer(Type type) {
        return mapper.writerFor(mapper.constructType(type));
    }

    @Override
    public Object read(byte[] body, Type type) {
        ObjectReader reader = readers.computeIfAbsent(type, this::reader);
        try {
            Object read = reader.readValue(parser(body));
            return Objects.requireNonNull(read, "The body is a JSON null");
        } catch (JacksonException failed) {
            throw JsonFailure.ofReading(failed);
        }
    }

    /** Reads characters: Jackson's parser of bytes refuses names with half of a surrogate pair, which it writes. */
    private JsonParser parser(byte[] body) {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return format.createParser(ObjectReadContext.empty(), text.array(), text.arrayOffset(), text.length());
        } catch (CharacterCodingException broken) {
            throw JsonFailure.ofEncoding();
        }
    }

    private ObjectReader reader(Type type) {
        return mapper.readerFor(mapper.constructType(type));
    }

    /** Returns the classes that {@code @JsonSubTypes} and the mapper name. */
    @Override
    public Set<Class<?>> subtypesOf(Class<?> declared) {
        SerializationConfig config = mapper.serializationConfig();
        JavaType type = mapper.constructType(declared);
        AnnotatedClass annotated =
                config.classIntrospectorInstance().forOperation(config).introspectClassAnnotations(type);
        return config.getSubtypeResolver().collectAndResolveSubtypesByClass(config, annotated).stream()
                .map(NamedType::getType)
                .filter(subtype -> subtype != declared)
                .collect(toUnmodifiableSet());
    }

    @Override
    public Class<JsonNode> treeType() {
        return JsonNode.class;
    }

    @Override
    public JsonNode parse(byte[] body) {
        try {
            return treeReader.readValue(parser(body));
        } catch (JacksonException failed) {
            throw JsonFailure.ofReading(failed);
        }
    }

    @Override
    public byte[] format(JsonNode tree) {
        return mapper.writeValueAsBytes(tree);
    }

    @Override
    public boolean isNull(JsonNode tree) {
        return tree.isNull();
    }

    @Override
    public JsonNode mapElements(JsonNode tree, UnaryOperator<JsonNode> change) {
        if (tree instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, change.apply(array.get(i)));
            }
        } else if (tree instanceof ObjectNode object) {
            object.propertyNames().stream().toList().forEach(name -> object.set(name, change.apply(object.get(name))));
        }
        return tree;
    }
}
