package io.concor.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DefaultTyping;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.BasicPolymorphicTypeValidator;

class JsonMessageCodecTest {

    private final JsonMessageCodec codec = new JsonMessageCodec();

    enum State {
        OPEN,
        CLOSED {
            @Override
            boolean isEnd() {
                return true;
            }
        };

        boolean isEnd() {
            return false;
        }
    }

    record Everything(
            String text,
            Optional<String> there,
            Optional<String> absent,
            List<Integer> empty,
            @Nullable String nothing,
            BigDecimal amount,
            BigInteger large,
            double ratio,
            Instant instant,
            LocalDate day,
            OffsetDateTime offset,
            ZonedDateTime zoned,
            ZoneId zone,
            Duration duration,
            UUID id,
            State state,
            Map<UUID, List<LocalDate>> days) {}

    private static Everything everything() {
        return new Everything(
                "text",
                Optional.of("value"),
                Optional.empty(),
                List.of(),
                null,
                new BigDecimal("12345678901234567890.1200"),
                BigInteger.TWO.pow(9_999),
                Double.NaN,
                Instant.parse("2026-03-29T00:59:59.123456789Z"),
                LocalDate.of(2026, 2, 28),
                OffsetDateTime.parse("2026-01-01T00:00:00+05:30"),
                ZonedDateTime.parse("2026-10-25T02:30:00+01:00[Europe/Berlin]"),
                ZoneId.of("Europe/Berlin"),
                Duration.ofNanos(1),
                new UUID(1, 2),
                State.CLOSED,
                Map.of(new UUID(3, 4), List.of(LocalDate.EPOCH)));
    }

    @Test
    void readsWhatItWrote() {
        assertThat(roundTrip(everything(), Everything.class)).isEqualTo(everything());
    }

    @Test
    void losesNothingWithTheSettingsOfAWebApplication() {
        JsonMapper web = JsonMapper.builder()
                .changeDefaultPropertyInclusion(given -> given.withValueInclusion(JsonInclude.Include.NON_EMPTY))
                .enable(SerializationFeature.INDENT_OUTPUT, SerializationFeature.WRAP_ROOT_VALUE)
                .enable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .build();
        JsonMessageCodec ofWeb = new JsonMessageCodec(web);
        byte[] body = ofWeb.write(everything(), Everything.class);

        assertThat(ofWeb.read(body, Everything.class)).isEqualTo(everything());
        assertThat(new String(body, StandardCharsets.UTF_8)).doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\0", "a\0b", "\uD83D\uDE00", "\u2028\u202E", "\"\\\n\t", "\uFEFF", "\uFFFF"})
    void keepsEveryCharacter(String text) {
        assertThat(roundTrip(text, String.class)).isEqualTo(text);
        assertThat(roundTrip(Map.of(text, text), mapOf())).isEqualTo(Map.of(text, text));
    }

    private static Type mapOf() {
        return new TypeReference<Map<String, String>>() {}.getType();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE00", "a\uD83Db", "\uDE00\uD83D"})
    void keepsHalvesOfSurrogatePairs(String half) {
        assertThat(roundTrip(half, String.class)).isEqualTo(half);
        assertThat(roundTrip(Map.of(half, half), mapOf())).isEqualTo(Map.of(half, half));
    }

    @Test
    void readsTextsNamesAndNumbersOfAnyLength() {
        String large = "x".repeat(200_000);
        BigInteger number = BigInteger.TEN.pow(20_000);

        assertThat(roundTrip(Map.of(large, large), mapOf())).isEqualTo(Map.of(large, large));
        assertThat(roundTrip(number, BigInteger.class)).isEqualTo(number);
    }

    @Test
    void readsWhatIsAsDeepAsItWrites() {
        List<Object> deep = new ArrayList<>();
        for (int i = 1; i < 500; i++) {
            deep = new ArrayList<>(List.of(deep));
        }
        assertThat(roundTrip(deep, List.class)).isEqualTo(deep);
        List<Object> deeper = List.of(deep);
        assertThatThrownBy(() -> codec.write(deeper, List.class)).hasMessageContaining("nesting depth");
    }

    record Node(List<Node> children) {}

    @Test
    void refusesAMessageThatContainsItself() {
        Node node = new Node(new ArrayList<>());
        node.children().add(node);
        assertThatThrownBy(() -> codec.write(node, Node.class)).hasMessageContaining("nesting depth");
    }

    sealed interface Payment {}

    @MessageType("card")
    record Card(String number) implements Payment {}

    record Cash(BigDecimal amount) implements Payment {}

    sealed interface Credit extends Payment {}

    record Loan(int months) implements Credit {}

    record Basket(List<Payment> payments, Payment last, Optional<Payment> next) {}

    @Test
    void writesLogicalNamesInsideOfSealedTypes() {
        Basket basket = new Basket(
                List.of(new Card("1"), new Cash(BigDecimal.ONE), new Loan(3)), new Loan(1), Optional.of(new Card("2")));

        assertThat(roundTrip(basket, Basket.class)).isEqualTo(basket);
        assertThat(text(basket, Basket.class))
                .contains("\"@type\":\"card\"", "\"@type\":\"Cash\"", "\"@type\":\"Loan\"")
                .doesNotContain("concor", "Test");
        assertThat(roundTrip(new Card("1"), Card.class)).isEqualTo(new Card("1"));
        assertThat(text(new Card("1"), Card.class)).isEqualTo("{\"number\":\"1\"}");
    }

    @Test
    void readsOnlyPermittedClasses() {
        String body = "{\"payments\":[{\"@type\":\"java.net.URL\",\"number\":\"1\"}]}";
        assertThatThrownBy(() -> codec.read(body.getBytes(StandardCharsets.UTF_8), Basket.class))
                .hasMessageContaining("InvalidTypeIdException")
                .hasMessageNotContaining("java.net");
    }

    sealed interface Twice {}

    static final class One {
        record Created(int number) implements Twice {}
    }

    static final class Two {
        record Created(int number) implements Twice {}
    }

    record OfTwice(Twice twice) {}

    @Test
    void refusesTwoPermittedClassesOfOneName() {
        assertThatThrownBy(() -> codec.write(new OfTwice(new One.Created(1)), OfTwice.class))
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining(One.Created.class.getName() + " and " + Two.Created.class.getName())
                .hasMessageContaining("'Created'");
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({@JsonSubTypes.Type(Circle.class), @JsonSubTypes.Type(Square.class)})
    interface Shape {}

    @JsonTypeName("round")
    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    record Drawing(List<Shape> shapes) {}

    @Test
    void respectsTheAnnotationsOfJackson() {
        Drawing drawing = new Drawing(List.of(new Circle(1), new Square(2)));

        assertThat(roundTrip(drawing, Drawing.class)).isEqualTo(drawing);
        assertThat(text(drawing, Drawing.class)).contains("\"kind\":\"round\"", "\"kind\":\"Square\"");
        assertThat(codec.subtypesOf(Shape.class)).containsExactlyInAnyOrder(Circle.class, Square.class);
        assertThat(codec.subtypesOf(Object.class)).isEmpty();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface ByClass {}

    record Any(int number) implements ByClass {}

    record OfClasses(ByClass value) {}

    record OfClass(Class<?> value) {}

    @Test
    void refusesToStoreClassNames() {
        assertThatThrownBy(() -> codec.write(new OfClasses(new Any(1)), OfClasses.class))
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining("@JsonTypeInfo of " + ByClass.class.getName());
        assertThatThrownBy(() -> codec.write(new OfClass(String.class), OfClass.class))
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining("java.lang.Class");
        assertThatThrownBy(() -> codec.read(bytes("{\"value\":\"java.lang.Runtime\"}"), OfClass.class))
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining("java.lang.Class");
    }

    record Loose(Object value) {}

    @Test
    void ignoresDefaultTyping() {
        JsonMessageCodec typing = new JsonMessageCodec(JsonMapper.builder()
                .activateDefaultTyping(
                        BasicPolymorphicTypeValidator.builder()
                                .allowIfSubType(Object.class)
                                .build(),
                        DefaultTyping.NON_FINAL)
                .build());
        Loose loose = new Loose(new Any(1));

        assertThat(new String(typing.write(loose, Loose.class), StandardCharsets.UTF_8))
                .isEqualTo("{\"value\":{\"number\":1}}");
        assertThat(typing.read(bytes("{\"value\":[\"java.util.Date\",1]}"), Loose.class))
                .isEqualTo(new Loose(List.of("java.util.Date", 1)));
    }

    @Test
    void keepsDecimalsOfUndeclaredTypesExact() {
        assertThat(roundTrip(new Loose(new BigDecimal("0.10")), Loose.class))
                .isEqualTo(new Loose(new BigDecimal("0.10")));
    }

    record Positive(int number) {
        Positive {
            if (number <= 0) {
                throw new IllegalArgumentException("not positive");
            }
        }
    }

    record Holder(List<Positive> values) {}

    @Test
    void saysWhereReadingFailedAndQuotesNothing() {
        assertThatThrownBy(() -> codec.read(bytes("{\"values\":[{\"number\":\"secret\"}]}"), Holder.class))
                .hasMessageContaining("at values[0].number")
                .hasMessageContaining("int")
                .hasMessageNotContaining("secret")
                .hasNoCause();
        assertThatThrownBy(() -> codec.read(bytes("{\"values\":[{\"number\":-1}]}"), Holder.class))
                .hasMessageContaining("at values[0]")
                .cause()
                .hasMessage("not positive");
        assertThatThrownBy(() -> codec.read(bytes("{\"secret"), Holder.class)).hasMessageNotContaining("secret");
        assertThatThrownBy(() -> codec.read(new byte[] {'"', -1, '"'}, String.class))
                .hasMessage("it is not UTF-8");
        assertThatThrownBy(() -> codec.read(bytes("null"), Holder.class)).hasMessageContaining("null");
    }

    private Object roundTrip(Object message, Type type) {
        return codec.read(codec.write(message, type), type);
    }

    private String text(Object message, Type type) {
        return new String(codec.write(message, type), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
