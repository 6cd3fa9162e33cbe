package io.concor.queues.codec;

import static io.concor.queues.codec.VersionedMessageFormatTest.definition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.queues.InvalidMessageTypeException;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.MessageCodec;
import io.concor.queues.MessageType;
import io.concor.queues.MessageUpcaster;
import io.concor.queues.UnreadableMessageException;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class UpcasterTest {

    /** Version 1 had the amount as {@code sum}, version 2 had no currency, version 3 had no priority. */
    @MessageType(value = "order", version = 4)
    record Order(BigDecimal amount, String currency, int priority) {}

    private static final Order LIFTED = new Order(new BigDecimal("12345678901234567.10"), "EUR", 5);

    private static final MessageUpcaster<JsonNode> RENAMES = MessageUpcaster.of("order", 1, JsonNode.class, order -> {
        ObjectNode object = (ObjectNode) order;
        object.set("amount", object.remove("sum"));
        return object;
    });
    private static final MessageUpcaster<byte[]> ADDS_CURRENCY = MessageUpcaster.of(
            "order", 2, byte[].class, body -> (text(body).replaceFirst("}$", ",\"currency\":\"EUR\"}"))
                    .getBytes(StandardCharsets.UTF_8));

    /** As a bean of an application. */
    static final class AddsPriority implements MessageUpcaster<ObjectNode> {

        @Override
        public String type() {
            return "order";
        }

        @Override
        public int fromVersion() {
            return 3;
        }

        @Override
        public Class<ObjectNode> form() {
            return ObjectNode.class;
        }

        @Override
        public ObjectNode lift(ObjectNode order) {
            return order.put("priority", 5);
        }
    }

    private final MessageFormat format = builder().build().of(definition(Order.class));

    @Test
    void liftsEveryVersionByAChain() throws Exception {
        assertThat(format.read(stored("order", 1, "{\"sum\":12345678901234567.10}")))
                .isEqualTo(LIFTED);
        assertThat(format.read(stored("order", 2, "{\"amount\":12345678901234567.10}")))
                .isEqualTo(LIFTED);
        assertThat(format.read(stored("order", 3, "{\"amount\":12345678901234567.10,\"currency\":\"EUR\"}")))
                .isEqualTo(LIFTED);
        assertThat(format.read(format.write(LIFTED))).isEqualTo(LIFTED);
    }

    @Test
    void liftsWhatCollectionsContain() throws Exception {
        String old = "{\"sum\":12345678901234567.10}";
        assertThat(read(new TypeReference<List<Order>>() {}, "List<order>", "[" + old + ",null]"))
                .isEqualTo(java.util.Arrays.asList(LIFTED, null));
        assertThat(read(
                        new TypeReference<Map<String, List<Order>>>() {},
                        "Map<String,List<order>>",
                        "{\"a\":[" + old + "]}"))
                .isEqualTo(Map.of("a", List.of(LIFTED)));
        assertThat(read(new TypeReference<Optional<Order>>() {}, "Optional<order>", old))
                .isEqualTo(Optional.of(LIFTED));
        assertThat(read(new TypeReference<Optional<Order>>() {}, "Optional<order>", "null"))
                .isEqualTo(Optional.empty());
        assertThat((Order[]) read(new TypeReference<Order[]>() {}, "order[]", "[" + old + "]"))
                .containsExactly(LIFTED);
    }

    private static Object read(TypeReference<?> declared, String name, String body) throws Exception {
        return builder().build().of(definition(declared.getType())).read(stored(name, 1, body));
    }

    @Test
    void anOlderProcessLeavesTheNewVersion() {
        @MessageType("order")
        record Old(BigDecimal sum) {}

        MessageFormat old = json().build().of(definition(Old.class));
        EncodedMessage written = write();
        assertThat(old.knows(written.type(), written.version())).isFalse();
        assertThat(format.knows("order", 1)).isTrue();
    }

    private EncodedMessage write() {
        return json().type(Order.class).build().write(LIFTED);
    }

    @Test
    void refusesDuplicates() {
        assertThatThrownBy(() -> builder().upcaster(new AddsPriority()).build())
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining("two upcasters lift type 'order' from version 3")
                .hasMessageContaining(AddsPriority.class.getName());
    }

    @Test
    void refusesGapsWhenTheTypeIsDeclared() {
        VersionedMessageFormat gap =
                json().upcaster(RENAMES).upcaster(new AddsPriority()).build();
        assertThatThrownBy(() -> gap.of(definition(Order.class)))
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining("none from version 2 to 3");

        VersionedMessageFormat end = json().upcaster(RENAMES).build();
        assertThatThrownBy(() -> end.of(definition(new TypeReference<List<Order>>() {}.getType())))
                .hasMessageContaining("none from version 2 to 3");
    }

    @Test
    void refusesAnUpcasterBeyondTheVersionOfTheClass() {
        assertThatThrownBy(() -> builder()
                        .upcaster(MessageUpcaster.of("order", 4, JsonNode.class, order -> order))
                        .type(Order.class)
                        .build())
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining("from version 4 to 5, but the class has version 4");
    }

    @Test
    void versionsBeforeTheFirstUpcasterCannotBeRead() {
        MessageFormat later = json().upcaster(new AddsPriority()).build().of(definition(Order.class));
        assertThat(later.knows("order", 1)).isTrue();
        assertThatThrownBy(() -> later.read(stored("order", 1, "{}")))
                .isInstanceOf(UnreadableMessageException.class)
                .hasMessageContaining("no upcaster lifts 'order' from version 1 to 2");
    }

    @Test
    void saysWhichUpcasterFailed() {
        MessageFormat array = format(ArrayNode.class, tree -> tree);
        MessageFormat throwing = format(ObjectNode.class, tree -> {
            throw new IllegalStateException("reason");
        });

        assertThatThrownBy(() -> array.read(stored("note", 1, "{}")))
                .isInstanceOf(UnreadableMessageException.class)
                .hasMessageContaining("takes messages as " + ArrayNode.class.getName());
        assertThatThrownBy(() -> throwing.read(stored("note", 1, "{}")))
                .isInstanceOf(UnreadableMessageException.class)
                .hasMessageContaining("upcaster of 'note' from version 1")
                .cause()
                .hasMessage("reason");
    }

    @MessageType(value = "note", version = 2)
    record Note(String text) {}

    private static <F> MessageFormat format(Class<F> form, MessageUpcaster.Lift<F> lift) {
        return json().upcaster(MessageUpcaster.of("note", 1, form, lift))
                .type(Note.class)
                .build();
    }

    /** A codec of a user, without trees. */
    static final class TextCodec implements MessageCodec {

        @Override
        public byte[] write(Object message, Type type) {
            return ((Note) message).text().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object read(byte[] body, Type type) {
            return new Note(text(body));
        }
    }

    @Test
    void givesBytesToTheUpcastersOfAnyOtherCodec() throws Exception {
        VersionedMessageFormat format = VersionedMessageFormat.with(new TextCodec())
                .upcaster(MessageUpcaster.of(
                        "note", 1, byte[].class, body -> (text(body) + "!").getBytes(StandardCharsets.UTF_8)))
                .type(Note.class)
                .build();

        assertThat(format.read(stored("note", 1, "old"))).isEqualTo(new Note("old!"));
        assertThat(format.read(format.write(new Note("new")))).isEqualTo(new Note("new"));
        assertThatThrownBy(() -> VersionedMessageFormat.with(new TextCodec())
                        .upcaster(MessageUpcaster.of("note", 1, JsonNode.class, tree -> tree))
                        .build())
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining("Let it take byte[]");
    }

    private static VersionedMessageFormat.Builder builder() {
        return json().upcaster(new AddsPriority()).upcaster(RENAMES).upcaster(ADDS_CURRENCY);
    }

    private static VersionedMessageFormat.Builder json() {
        return VersionedMessageFormat.with(new JsonMessageCodec());
    }

    private static EncodedMessage stored(String type, int version, String json) {
        return new EncodedMessage(type, version, json.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
