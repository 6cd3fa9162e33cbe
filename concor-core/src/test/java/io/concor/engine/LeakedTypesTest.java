package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.lmax.disruptor.Sequence;
import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.LeakCheck;
import io.concor.SingleThreadedTask;
import io.concor.engine.event.PendingTransition;
import io.concor.fixture.RunningFlows;
import io.concor.manage.Manager;
import io.concor.statistics.Leaks.Leak;
import java.io.ByteArrayInputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Of which objects it is a leak that they are met in two events. */
class LeakedTypesTest {

    /** A task that has a state. */
    private static final class Counter implements SingleThreadedTask<Object, Object> {
        private int messages;

        @Override
        public Object apply(Object message) {
            messages++;
            return message;
        }
    }

    private static final class OwnError extends Exception {
        private static final long serialVersionUID = 1L;
        private int met;
    }

    private static class Bean {
        private Object held;

        Bean(Object held) {
            this.held = held;
        }
    }

    private static final class Extended extends Bean {
        private final int number = 3;

        Extended() {
            super(null);
        }
    }

    private static final class Holder {
        private final Object held;

        Holder(Object held) {
            this.held = held;
        }
    }

    private record Pair(Object one, Object other) {}

    private static final class Lazy {
        private final String text = "text";
        private transient int hash;
        private final transient Bean service = new Bean("service");
    }

    private static final class Batch extends ArrayList<Object> {
        private static final long serialVersionUID = 1L;
    }

    private static final class Ordered extends TreeMap<String, Object> {
        private static final long serialVersionUID = 1L;
    }

    private static final class FixedList extends AbstractList<Object> {
        private final Object[] none = {};

        @Override
        public Object get(int index) {
            return none[index];
        }

        @Override
        public int size() {
            return none.length;
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    private @interface Immutable {}

    @Immutable
    private static final class Declared {
        private int cached;
    }

    private enum Colour {
        RED;
        private int used;
    }

    private static final class Service {
        Service() {}
    }

    /** Not static, so that it knows this test. */
    private final class Inner {
        private final String text = "text";
    }

    private final List<String> changing = new ArrayList<>();

    static Stream<Arguments> whatCannotChange() {
        ArrayList<String> captured = new ArrayList<>();
        Supplier<Object> lambda = () -> captured;
        return Stream.of(
                argumentSet("a text", "text"),
                argumentSet("a number", 123_456),
                argumentSet("a decimal", new BigDecimal("1.50")),
                argumentSet("an id", UUID.randomUUID()),
                argumentSet("an address", URI.create("http://localhost")),
                argumentSet("times", List.of(Instant.now(), ZonedDateTime.now(), Duration.ZERO)),
                argumentSet("a class", String.class),
                argumentSet("a locale", Locale.ROOT),
                argumentSet("a currency", Currency.getInstance("EUR")),
                argumentSet("a pattern", Pattern.compile("a")),
                argumentSet("an enum's constant, whatever it has", Colour.RED),
                argumentSet("one with a body", TimeUnit.DAYS),
                argumentSet("a record of what cannot change", new Pair("one", new Pair(1, null))),
                argumentSet("an object of final fields", new Holder(new Holder("text"))),
                argumentSet("an object without fields", new Service()),
                argumentSet("an object with what it works out late, and a service", new Lazy()),
                argumentSet("an object declared so", new Declared()),
                argumentSet("a list that cannot change", List.of("a", "b", "c")),
                argumentSet("a small one", List.of("a")),
                argumentSet("a part of one", List.of("a", "b", "c").subList(1, 2)),
                argumentSet("a map that cannot change", Map.of("a", 1, "b", 2)),
                argumentSet("a set that cannot change", Set.of("a", "b")),
                argumentSet("an entry", Map.entry("a", 1)),
                argumentSet("a view", Collections.unmodifiableList(new ArrayList<>(List.of("a")))),
                argumentSet("a view of a map", Collections.unmodifiableMap(new HashMap<>(Map.of("a", 1)))),
                argumentSet("nothing", Collections.emptyList()),
                argumentSet("one element", Collections.singletonList("a")),
                argumentSet("a list of the application's that cannot change", new FixedList()),
                argumentSet("an optional", Optional.of("a")),
                argumentSet("an empty array", new Pair(new byte[0], new String[0])),
                argumentSet("a lambda, whatever it captured", lambda),
                argumentSet("an error", new OwnError()));
    }

    static Stream<Arguments> whatIsNoMessage() {
        return Stream.of(
                argumentSet("a thread", Thread.currentThread()),
                argumentSet("a lock", new Object()),
                argumentSet("a stream", new ByteArrayInputStream(new byte[8])),
                argumentSet("a promise", new CompletableFuture<>()),
                argumentSet("a counter for all", new AtomicLong()),
                argumentSet("a map for all", new ConcurrentHashMap<>(Map.of("a", new Bean("b")))),
                argumentSet("a task", new Pair(new Counter(), null)),
                argumentSet("a library's object that is held", new Pair(new Sequence(), new Holder(new Sequence()))),
                argumentSet(
                        "a proxy",
                        Proxy.newProxyInstance(
                                LeakedTypesTest.class.getClassLoader(),
                                new Class<?>[] {Runnable.class},
                                (proxy, method, arguments) -> null)));
    }

    static Stream<Arguments> whatCanChange() {
        ArrayList<String> list = new ArrayList<>();
        return Stream.of(
                argumentSet("a bean", new Bean("text"), Bean.class),
                argumentSet("a bean's heir", new Extended(), Extended.class),
                argumentSet("bytes", new byte[1], byte[].class),
                argumentSet("an array of texts", new String[] {"a"}, String[].class),
                argumentSet("a list", list, ArrayList.class),
                argumentSet(
                        "a list of fixed length",
                        Arrays.asList("a", "b"),
                        Arrays.asList("a").getClass()),
                argumentSet("a map", new LinkedHashMap<>(), LinkedHashMap.class),
                argumentSet("a queue", new ArrayDeque<>(), ArrayDeque.class),
                argumentSet("a map of enums", new EnumMap<>(Colour.class), EnumMap.class),
                argumentSet("an application's list", new Batch(), Batch.class),
                argumentSet("an application's map", new Ordered(), Ordered.class),
                argumentSet("bits", new BitSet(), BitSet.class),
                argumentSet("a date", new Date(), Date.class),
                argumentSet(
                        "a calendar",
                        Calendar.getInstance(),
                        Calendar.getInstance().getClass()),
                argumentSet("a text being built", new StringBuilder(), StringBuilder.class),
                argumentSet(
                        "a buffer",
                        ByteBuffer.allocate(1),
                        ByteBuffer.allocate(1).getClass()),
                argumentSet("a library's object that is the message", new Sequence(), Sequence.class),
                argumentSet("a list in a record", new Pair("one", list), ArrayList.class),
                argumentSet("a list in a final field", new Holder(list), ArrayList.class),
                argumentSet("a list in an heir's final field", new Holder(new Holder(list)), ArrayList.class),
                argumentSet("a list in an optional", Optional.of(list), ArrayList.class),
                argumentSet("a list in a list that cannot change", List.of("a", list), ArrayList.class),
                argumentSet(
                        "a list in a view", Collections.unmodifiableSet(new HashSet<>(Set.of(list))), ArrayList.class),
                argumentSet("a list as a value", Map.of("a", list), ArrayList.class),
                argumentSet("a list in an entry", Map.entry("a", list), ArrayList.class),
                argumentSet("a bean as a key", Map.of(new Bean("text"), "a"), Bean.class));
    }

    /** What a task gives twice. */
    private static List<Leak> found(Object message) throws Exception {
        try (Flow<String, Object> flow = Flows.<String>create("flow")
                .checkingLeaks(LeakCheck.FAIL)
                .map(text -> message, "giver")
                .build()) {
            Manager manager = new Manager();
            manager.register(flow);
            RunningFlows.get(flow.submit("1"));
            RunningFlows.errorOf(flow.submit("2"));
            return manager.leaks("flow").found();
        }
    }

    @ParameterizedTest
    @MethodSource({"whatCannotChange", "whatIsNoMessage"})
    void areNot(Object message) throws Exception {
        assertThat(found(message)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("whatCanChange")
    void are(Object message, Class<?> type) throws Exception {
        assertThat(found(message)).containsExactly(new Leak("giver", type.getTypeName(), 1));
    }

    @Test
    void areNotWhatAnInnerObjectIsIn() throws Exception {
        changing.add("a");
        assertThat(found(new Inner())).isEmpty();
    }

    @Test
    void areNotAFlowAndAContinuation() throws Exception {
        List<Object> messages = new ArrayList<>();
        try (Flow<String, String> other = Flows.<String>create("other")
                .bind((String text, Continuation<String> continuation) -> messages.add(continuation), "holder")
                .build()) {
            other.apply("x");
            messages.add(other);
            assertThat(found(List.copyOf(messages))).isEmpty();
            assertThat(messages)
                    .first()
                    .asInstanceOf(type(PendingTransition.class))
                    .satisfies(ticket -> ticket.complete("y"));
        }
    }

    @Test
    void areFoundInACircle() throws Exception {
        Bean one = new Bean(null);
        one.held = List.of(one);
        assertThat(found(new Pair(one, one))).containsExactly(new Leak("giver", Bean.class.getTypeName(), 1));
    }

    @Test
    void areFoundAmongTheFirstThousandObjects() throws Exception {
        Bean bean = new Bean("text");
        List<Object> near = new ArrayList<>(Collections.nCopies(990, "x"));
        List<Object> far = new ArrayList<>(Collections.nCopies(100_000, "x"));
        near.add(bean);
        far.add(bean);
        assertThat(found(List.copyOf(near))).hasSize(1);
        assertThat(found(List.copyOf(far))).isEmpty();
    }
}
