package io.concor.queues.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.InvalidMessageTypeException;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.MessageType;
import io.concor.queues.UnreadableMessageException;
import io.concor.queues.UnwritableMessageException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;

class VersionedMessageFormatTest {

    @MessageType(value = "order", version = 2)
    record Purchase(String id, BigDecimal amount) {}

    record Plain(String text) {}

    record Envelope<T>(String to, T content) {}

    sealed interface Payment {}

    record Card(String number) implements Payment {}

    @MessageType(version = 3)
    record Cash(BigDecimal amount) implements Payment {}

    sealed interface Result<T> {}

    record Good<T>(T value) implements Result<T> {}

    record Bad<T>(String reason) implements Result<T> {}

    enum Mode {
        FAST {
            @Override
            boolean hurries() {
                return true;
            }
        };

        abstract boolean hurries();
    }

    static final Purchase PURCHASE = new Purchase("1", new BigDecimal("1.50"));

    @Test
    void knowsWhichTypeAMessageWithoutOneHas() {
        assertThat(declaredBy(Purchase.class)).isEqualTo("order");
        assertThat(declaredBy(type(new TypeReference<List<Purchase>>() {}))).isEqualTo("List<order>");
        assertThat(declaredBy(Object.class, Purchase.class)).isEqualTo("order");
        assertThat(declaredBy(Payment.class)).isNull();
        assertThat(declaredBy()).isNull();
        assertThat(VersionedMessageFormat.with(new JsonMessageCodec()).build().declaredType())
                .isNull();
    }

    private static @Nullable String declaredBy(Type... types) {
        QueueDefinition queue = new QueueDefinition("flow", "slot", Order.ANY, 1, List.of(types));
        return VersionedMessageFormat.with(new JsonMessageCodec())
                .build()
                .of(queue)
                .declaredType();
    }

    static Stream<Object[]> writable() {
        return Stream.of(
                new Object[] {Purchase.class, PURCHASE, "order", 2},
                new Object[] {Plain.class, new Plain(""), "Plain", 1},
                new Object[] {Payment.class, new Card("1"), "Card", 1},
                new Object[] {Payment.class, new Cash(BigDecimal.ONE), "Cash", 3},
                new Object[] {Purchase[].class, new Purchase[] {PURCHASE}, "order[]", 2},
                new Object[] {Mode.class, Mode.FAST, "Mode", 1},
                new Object[] {Object.class, "text", "String", 1},
                new Object[] {Object.class, Instant.EPOCH, "Instant", 1},
                new Object[] {Object.class, new byte[] {0, -1}, "byte[]", 1},
                new Object[] {type(new TypeReference<List<Purchase>>() {}), List.of(PURCHASE), "List<order>", 2},
                new Object[] {
                    type(new TypeReference<Map<String, ? extends Purchase>>() {}),
                    Map.of("a", PURCHASE),
                    "Map<String,order>",
                    2
                },
                new Object[] {
                    type(new TypeReference<Optional<List<Purchase>>>() {}),
                    Optional.of(List.of(PURCHASE)),
                    "Optional<List<order>>",
                    2
                },
                new Object[] {type(new TypeReference<Optional<Purchase>>() {}), Optional.empty(), "Optional<order>", 2},
                new Object[] {
                    type(new TypeReference<List<Payment>>() {}),
                    List.of(new Card("1"), new Cash(BigDecimal.ONE)),
                    "List<Payment>",
                    1
                },
                new Object[] {
                    type(new TypeReference<Envelope<Purchase>>() {}),
                    new Envelope<>("me", PURCHASE),
                    "Envelope<order>",
                    1
                },
                new Object[] {type(new TypeReference<Result<Purchase>>() {}), new Good<>(PURCHASE), "Result<order>", 1
                });
    }

    private static Type type(TypeReference<?> reference) {
        return reference.getType();
    }

    @ParameterizedTest
    @MethodSource("writable")
    void readsInAnotherProcessWhatWasWrittenHere(Type declared, Object message, String name, int version)
            throws Exception {
        EncodedMessage written = queue(declared).write(message);
        assertThat(written.type()).isEqualTo(name);
        assertThat(written.version()).isEqualTo(version);
        assertThat(new String(written.body(), StandardCharsets.UTF_8)).doesNotContain("concor");

        MessageFormat other = queue(declared);
        assertThat(other.knows(name, version)).isTrue();
        assertThat(other.read(written)).isEqualTo(message);
    }

    @Test
    void storesNull() throws Exception {
        EncodedMessage written = queue().write(null);
        assertThat(queue().knows(written.type(), written.version())).isTrue();
        assertThat(queue().read(written)).isNull();
    }

    @Test
    void leavesNewerVersionsAndUnknownTypesToOtherProcesses() throws Exception {
        EncodedMessage newer = new EncodedMessage("order", 3, new byte[0]);
        MessageFormat format = queue(Purchase.class);

        assertThat(format.knows("order", 1)).isTrue();
        assertThat(format.knows("order", 2)).isTrue();
        assertThat(format.knows("order", 3)).isFalse();
        assertThat(format.knows("refund", 1)).isFalse();
        assertThat(format.knows("java.net.URL", 1)).isFalse();
        assertThat(format.knows(Purchase.class.getName(), 1)).isFalse();
        assertThatThrownBy(() -> format.read(newer))
                .isInstanceOf(UnreadableMessageException.class)
                .hasMessage("Cannot read a message of queue 'shop.billing' of type 'order', version 3: "
                        + "this process knows versions up to 2");
        assertThatThrownBy(() -> format.read(
                        new EncodedMessage("java.net.URL", 1, "\"http://x\"".getBytes(StandardCharsets.UTF_8))))
                .hasMessageContaining("no class of this process");
    }

    @Test
    void saysHowAProcessGetsToKnowAType() {
        MessageFormat format = queue(Purchase.class);
        assertThatThrownBy(() -> format.read(new EncodedMessage("refund", 1, new byte[0])))
                .isInstanceOf(UnreadableMessageException.class)
                .hasMessageEndingWith(
                        "no class of this process has this name. Set concor.queues.types.refund to its class"
                                + " in this process, or define the bean here whose task declares it as its input or output");
        assertThatThrownBy(() -> format.read(new EncodedMessage("List<refund>", 1, new byte[0])))
                .hasMessageEndingWith(
                        "has this name. Define the bean here whose task declares it as its input or output");
    }

    @Test
    void refusesWhatAnotherProcessCouldNotRead() {
        assertThatThrownBy(() -> queue(Object.class).write(PURCHASE))
                .isInstanceOf(UnwritableMessageException.class)
                .hasMessageContaining("of queue 'shop.billing' of type " + Purchase.class.getName())
                .hasMessageContaining("no component at the slot declares it")
                .hasMessageContaining("concor.queues.types.Purchase=" + Purchase.class.getName());
        assertThatThrownBy(() -> queue(List.class).write(new ArrayList<>(List.of(PURCHASE))))
                .hasMessageContaining("has type parameters");
    }

    @Test
    void knowsWhatAnyQueueDeclares() throws Exception {
        VersionedMessageFormat all = json().build();
        all.of(definition(Purchase.class));

        assertThat(all.of(definition(Object.class)).write(PURCHASE).type()).isEqualTo("order");
        assertThat(all.of(definition(Object.class, Plain.class))
                        .write(new Plain(""))
                        .type())
                .isEqualTo("Plain");
    }

    @Test
    void takesTheNamesOfTheConfiguration() throws Exception {
        VersionedMessageFormat format = json().type("note", 4, Plain.class).build();
        EncodedMessage written = format.write(new Plain("x"));

        assertThat(written.type()).isEqualTo("note");
        assertThat(written.version()).isEqualTo(4);
        assertThat(format.read(written)).isEqualTo(new Plain("x"));
        assertThat(json().type("order", null, Purchase.class)
                        .build()
                        .write(PURCHASE)
                        .version())
                .isEqualTo(2);
    }

    @Test
    void readsFurtherNamesOfAnAnnotatedClass() throws Exception {
        VersionedMessageFormat format =
                json().type("Bestellung", null, Purchase.class).build();
        EncodedMessage written = format.write(PURCHASE);

        assertThat(written.type()).isEqualTo("order");
        assertThat(format.read(new EncodedMessage("Bestellung", 1, written.body())))
                .isEqualTo(PURCHASE);
    }

    static final class Other {
        @MessageType("order")
        record Order(String id) {}

        record Plain(int number) {}
    }

    @Test
    void refusesTwoClassesOfOneName() {
        VersionedMessageFormat format = json().type(Purchase.class).build();

        assertThatThrownBy(() -> format.of(definition(Other.Order.class)))
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining(Purchase.class.getName() + " and " + Other.Order.class.getName()
                        + " are both stored as 'order'");
        assertThatThrownBy(() -> format.of(definition(Other.Order.class))).hasMessageContaining("'order'");
        assertThatThrownBy(
                        () -> json().type(Plain.class).type(Other.Plain.class).build())
                .hasMessageContaining("'Plain'");
        assertThatThrownBy(() -> json().type("a", 1, Plain.class).type("b", 1, Plain.class))
                .hasMessageContaining("two names, 'a' and 'b'");
        assertThatThrownBy(() -> json().type("order", 1, Purchase.class))
                .hasMessageContaining("version 1 in the configuration and 2 in the annotation");
        assertThatThrownBy(() -> json().type("null", 1, Plain.class)).hasMessageContaining("reserved");
        assertThatThrownBy(() -> json().type("a/b", 1, Plain.class)).hasMessageContaining("'a/b'");
        assertThatThrownBy(() -> json().type("a", 0, Plain.class)).hasMessageContaining("version 0");
    }

    static class Bean {
        public String text = "";
    }

    /** As CGLIB names its classes. */
    static class Bean$$SpringCGLIB$$0 extends Bean {
        public final String callback = "internal";
    }

    @Test
    void writesTheClassBehindAGeneratedSubclass() throws Exception {
        Bean generated = new Bean$$SpringCGLIB$$0();
        generated.text = "x";
        EncodedMessage written = queue(Bean.class).write(generated);

        assertThat(written.type()).isEqualTo("Bean");
        assertThat(new String(written.body(), StandardCharsets.UTF_8)).isEqualTo("{\"text\":\"x\"}");
        assertThat(queue(Bean.class).read(written)).isExactlyInstanceOf(Bean.class);
    }

    class Inner {
        public String text = "";
    }

    @Test
    void refusesClassesThatCannotBeCreatedAnew() {
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Runnable.class}, (self, method, arguments) -> null);
        Supplier<String> lambda = () -> "";

        assertThatThrownBy(() -> queue(Runnable.class).write(proxy)).hasMessageContaining("proxy of");
        assertThatThrownBy(() -> queue(Supplier.class).write(lambda)).hasMessageContaining("lambda");
        assertThatThrownBy(() -> queue(Bean.class).write(new Bean() {})).hasMessageContaining("anonymous");
        assertThatThrownBy(() -> queue(Inner.class).write(new Inner())).hasMessageContaining("make it static");
    }

    static final class WithoutConstructor {
        public final String text;

        WithoutConstructor(StringBuilder text) {
            this.text = text.toString();
        }
    }

    record Cell(AtomicReference<Object> content) {}

    @Test
    void refusesAClassThatCanBeWrittenButNotRead() {
        assertThatThrownBy(() -> queue(WithoutConstructor.class).write(new WithoutConstructor(new StringBuilder("x"))))
                .isInstanceOf(UnwritableMessageException.class)
                .hasMessageContaining("Cannot construct instance of `" + WithoutConstructor.class.getName());
    }

    @Test
    void refusesAMessageThatContainsItselfOrIsTooLarge() {
        AtomicReference<Object> content = new AtomicReference<>();
        Cell cell = new Cell(content);
        content.set(cell);

        assertThatThrownBy(() -> queue(Cell.class).write(cell))
                .isInstanceOf(UnwritableMessageException.class)
                .hasMessageContaining("nesting depth");
        MessageFormat small = json().maxBytes(10).build();
        assertThatThrownBy(() -> small.write("123456789"))
                .isInstanceOf(UnwritableMessageException.class)
                .hasMessageContaining("it has 11 bytes, and the maximum is 10")
                .hasMessageContaining("concor.queues.max-message-size");
    }

    @Test
    void saysThatABodyCannotBeRead() {
        EncodedMessage broken = new EncodedMessage("order", 2, "{\"id\":".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> queue(Purchase.class).read(broken))
                .isInstanceOf(UnreadableMessageException.class)
                .hasMessageStartingWith("Cannot read a message of queue 'shop.billing' of type 'order', version 2: ");
        assertThatThrownBy(() -> queue(Purchase.class).read(new EncodedMessage("order", 2, new byte[0])))
                .isInstanceOf(UnreadableMessageException.class);
    }

    /** As Spring builds them: equal to that of reflection only in what it consists of. */
    private record OtherGeneric(Class<?> getRawType, Type... arguments) implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return arguments;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return null;
        }
    }

    @Test
    void takesGenericTypesForEqualThatConsistOfTheSameClasses() throws Exception {
        VersionedMessageFormat all = json().build();
        List.of(
                        type(new TypeReference<Envelope<Purchase>>() {}),
                        type(new TypeReference<Envelope<? extends Purchase>>() {}),
                        new OtherGeneric(Envelope.class, Purchase.class))
                .forEach(declared -> assertThat(write(all, declared)).isEqualTo("Envelope<order>"));
        assertThatThrownBy(() -> all.of(definition(new OtherGeneric(Envelope.class, Other.Order.class))))
                .hasMessageContaining("are both stored as 'order'");
    }

    private static String write(MessageFormat all, Type declared) {
        try {
            return all.of(definition(declared))
                    .write(new Envelope<>("me", PURCHASE))
                    .type();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    interface Unsealed {}

    @Test
    void refusesAConfiguredInterfaceOfWhichNoClassIsKnown() {
        assertThatThrownBy(() -> json().type("any", 1, Unsealed.class).build())
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining(Unsealed.class.getName());
        assertThat(json().type(Payment.class).build().knows("Cash", 3)).isTrue();
        assertThat(json().type("letter", 1, Envelope.class).build().knows("letter", 1))
                .isFalse();
    }

    /** Loads a class again, as the restart of Devtools does. */
    private static final class Again extends ClassLoader {

        Again() {
            super(VersionedMessageFormatTest.class.getClassLoader());
        }

        Object create(Class<?> type) throws Exception {
            try (InputStream bytes =
                    type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
                byte[] read = Objects.requireNonNull(bytes).readAllBytes();
                return defineClass(type.getName(), read, 0, read.length)
                        .getDeclaredConstructor()
                        .newInstance();
            }
        }
    }

    @Test
    void refusesAClassOfAnotherClassLoaderThanTheDeclaredOne() throws Exception {
        Object again = new Again().create(ReloadedMessage.class);

        assertThatThrownBy(() -> queue(ReloadedMessage.class).write(again))
                .isInstanceOf(UnwritableMessageException.class)
                .hasMessageContaining("was loaded by the class loader " + Again.class.getName());
        assertThatThrownBy(() -> queue(ReloadedMessage.class, again.getClass()))
                .isInstanceOf(InvalidMessageTypeException.class)
                .hasMessageContaining("of class loader " + Again.class.getName());
        assertThat(queue(again.getClass()).read(queue(again.getClass()).write(again)))
                .isInstanceOf(again.getClass());
    }

    @Test
    void severalThreadsPutTheFirstMessages() throws Exception {
        VersionedMessageFormat all = json().build();
        CyclicBarrier barrier = new CyclicBarrier(8);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<EncodedMessage>> puts = Stream.generate(() -> threads.submit(() -> {
                        barrier.await(10, TimeUnit.SECONDS);
                        return all.of(definition(Purchase.class)).write(PURCHASE);
                    }))
                    .limit(8)
                    .toList();
            for (Future<EncodedMessage> put : puts) {
                assertThat(all.read(put.get(10, TimeUnit.SECONDS))).isEqualTo(PURCHASE);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    static VersionedMessageFormat.Builder json() {
        return VersionedMessageFormat.with(new JsonMessageCodec());
    }

    static MessageFormat queue(@Nullable Type... declared) {
        return json().build().of(definition(declared));
    }

    static QueueDefinition definition(Type... declared) {
        return new QueueDefinition("shop", "billing", Order.ANY, 10, List.of(declared));
    }
}
