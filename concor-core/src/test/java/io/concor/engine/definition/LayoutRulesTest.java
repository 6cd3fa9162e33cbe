package io.concor.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.concor.CatchTask;
import io.concor.Component;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.Task;
import io.concor.TransitionTask;
import io.concor.engine.definition.LayoutRules.InitialSlot;
import io.concor.fixture.Overlap;
import io.concor.fixture.RunningFlows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Flows are written as one letter for each component: s(imple), 1 (single-threaded), r(emote, synchronized),
 * t(ransition), e (side effect), c(atch). A component is called by its letter and its place: s0, t1. A layout is
 * written as {@code s0=fixed(2)}.
 */
class LayoutRulesTest {

    private static FlowDefinition flow(String letters) {
        List<Component> components = new ArrayList<>();
        for (int i = 0; i < letters.length(); i++) {
            components.add(Component.of(letters.substring(i, i + 1) + i, task(letters.charAt(i))));
        }
        return new FlowDefinition("flow", components, List.of(), new FlowDefinition.Limits(8, Duration.ofSeconds(1)));
    }

    private static Task task(char letter) {
        return switch (letter) {
            case 's' -> (SimpleTask<Object, Object>) message -> message;
            case '1' -> new Overlap<>();
            case 'r' -> (SynchronizedRemoteTask<Object, Object>) message -> message;
            case 't' -> (TransitionTask<Object, Object>) (message, back) -> back.complete(message);
            case 'e' -> (SideEffectTask<Object>) message -> {};
            default -> (CatchTask<Object>) error -> null;
        };
    }

    private static Map<String, JoinSettings> layout(String written) {
        Map<String, JoinSettings> slots = new LinkedHashMap<>();
        Arrays.stream(written.split(" ")).filter(slot -> !slot.isEmpty()).forEach(slot -> {
            String[] parts = slot.split("[=()]");
            slots.put(parts[0], settings(parts[1], Integer.parseInt(parts[2])));
        });
        return slots;
    }

    private static JoinSettings settings(String pool, int threads) {
        return switch (pool) {
            case "single" -> JoinSettings.single();
            case "fixed" -> JoinSettings.fixed(threads);
            case "cached" -> JoinSettings.cached(threads);
            default -> JoinSettings.virtual(threads);
        };
    }

    private static void check(FlowDefinition flow, Map<String, JoinSettings> slots) {
        InvalidLayoutException.throwIfAny(flow.name(), LayoutRules.violations(flow, slots));
    }

    private static Map<String, JoinSettings> start(String letters) {
        return LayoutRules.start(
                flow(letters),
                letters.chars().mapToObj(letter -> InitialSlot.BY_KIND).toList());
    }

    static Stream<Arguments> firstLayouts() {
        return Stream.of(
                Arguments.of("s", ""),
                Arguments.of("e", ""),
                Arguments.of("t", ""),
                Arguments.of("c", ""),
                Arguments.of("1", "10=single(1)"),
                Arguments.of("r", "r0=cached(32)"),
                Arguments.of("s1s", "11=single(1)"),
                Arguments.of("s11", "11=single(1)"),
                Arguments.of("1r", "10=single(1) r1=cached(32)"),
                Arguments.of("rr", "r0=cached(32)"),
                Arguments.of("r1", "r0=cached(32) 11=single(1)"),
                Arguments.of("ts", ""),
                Arguments.of("1t1", "10=single(1) 12=single(1)"),
                Arguments.of("rtr", "r0=cached(32) r2=cached(32)"),
                Arguments.of("s1rstec", "11=single(1) r2=cached(32)"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("firstLayouts")
    void fillsAtTheStartWhatTheKindsNeedAndNoMore(String letters, String expected) {
        assertThat(start(letters)).isEqualTo(layout(expected));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("firstLayouts")
    void theFirstLayoutBreaksNoRule(String letters, String expected) {
        assertThat(LayoutRules.violations(flow(letters), layout(expected))).isEmpty();
    }

    @Test
    void whatIsSaidOfASlotCountsMoreThanTheKind() {
        List<InitialSlot> choices = List.of(InitialSlot.of(JoinSettings.fixed(8)), InitialSlot.EMPTY);

        assertThat(LayoutRules.start(flow("sr"), choices)).isEqualTo(layout("s0=fixed(8)"));
        assertThat(LayoutRules.start(flow("rr"), List.of(InitialSlot.EMPTY, InitialSlot.BY_KIND)))
                .isEqualTo(layout("r1=cached(32)"));
    }

    static Stream<Arguments> allowed() {
        return Stream.of(
                Arguments.of("s1", "s0=single(1)"),
                Arguments.of("s1", "s0=fixed(1)"),
                Arguments.of("s1", "s0=cached(1)"),
                Arguments.of("s1", "s0=fixed(4) 11=single(1)"),
                Arguments.of("1s", "10=single(1) s1=fixed(4)"),
                Arguments.of("r", ""),
                Arguments.of("r", "r0=fixed(1)"),
                Arguments.of("r", "r0=cached(1)"),
                Arguments.of("1r", "10=fixed(1)"),
                Arguments.of("tr", ""),
                Arguments.of("ts1", "s1=single(1)"),
                Arguments.of("sec", ""));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("allowed")
    void allowsASafeLayout(String letters, String layout) {
        assertThat(LayoutRules.violations(flow(letters), layout(layout))).isEmpty();
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of("1", "", "10", "single-threaded component '10' would run on the threads that enter"),
                Arguments.of("s1", "", "11", "single-threaded component '11' would run on the threads that enter"),
                Arguments.of("1", "10=fixed(2)", "10", "served by the 2 threads of a fixed pool"),
                Arguments.of("1", "10=cached(3)", "10", "served by the 3 threads of a cached pool"),
                Arguments.of("ses1", "s0=fixed(2)", "s0", "single-threaded component '13' would be served by the 2"),
                Arguments.of("1s1", "10=single(1) s1=fixed(4)", "s1", "component '12' would be served by the 4"),
                Arguments.of("t1", "", "11", "the component after a transition task needs its own join"),
                Arguments.of("st1", "s0=single(1)", "12", "the component after a transition task needs its own join"),
                Arguments.of("st1", "t1=single(1)", "12", "the component after a transition task needs its own join"),
                Arguments.of("tc1", "", "12", "the threads that call the continuation"),
                Arguments.of("r", "r0=single(1)", "r0", "would keep the only thread of a single pool waiting"),
                Arguments.of("1r", "10=single(1)", "10", "synchronized-remote component 'r1' would keep the only"),
                Arguments.of("ser", "s0=single(1)", "s0", "synchronized-remote component 'r2'"),
                Arguments.of("tsr", "s1=single(1)", "s1", "synchronized-remote component 'r2'"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("broken")
    void refusesALayoutThatBreaksARule(String letters, String layout, String slot, String reason) {
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> check(flow(letters), layout(layout)))
                .returns("flow", InvalidLayoutException::flow)
                .returns(slot, InvalidLayoutException::slot)
                .returns("pool", InvalidLayoutException::field)
                .satisfies(broken -> assertThat(broken.reason()).contains(reason))
                .satisfies(broken -> assertThat(broken.allowed()).isNotBlank())
                .withMessageContainingAll("Flow 'flow'", "slot '" + slot + "'", "pool", "allowed: ");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1    |             | single (or another pool with 1 thread) in slot '10'",
                "t1   |             | single (or another pool with 1 thread) in slot '11'",
                "1    | 10=fixed(2) | single (or another pool with 1 thread) in slot '10'",
                "ses1 | s0=fixed(2) | single (or another pool with 1 thread) in slot 's0', or the same in slot '13'",
                "r1   | r0=fixed(2) | fixed or cached with 1 thread in slot 'r0', or single (or another pool with 1 thread) in slot '11'",
                "1r   | 10=fixed(2) | fixed or cached with 1 thread in slot '10'",
                "1r   | 10=single(1) | fixed or cached with 1 thread in slot '10', or fixed or cached, or virtual on Java 21 or newer in slot 'r1'",
                "r    | r0=single(1) | fixed or cached, or virtual on Java 21 or newer in slot 'r0'",
                "ser  | s0=single(1) | fixed or cached, or virtual on Java 21 or newer in slot 's0', or the same in slot 'r2'"
            })
    void saysWhichPoolWouldBeRightInWhichSlot(String letters, @Nullable String layout, String allowed) {
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> check(flow(letters), layout(layout == null ? "" : layout)))
                .returns(allowed, InvalidLayoutException::allowed);
    }

    @Test
    void refusesAlsoAtTheStartWhatBreaksARule() {
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> LayoutRules.start(flow("1"), List.of(InitialSlot.EMPTY)))
                .returns("10", InvalidLayoutException::slot);
    }

    @Test
    void refusesVirtualThreadsBeforeJava21() {
        assumeThat(Runtime.version().feature() < 21).isTrue();
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> check(flow("s"), layout("s0=virtual(4)")))
                .returns("s0", InvalidLayoutException::slot)
                .returns("pool", InvalidLayoutException::field)
                .returns(
                        "virtual threads need Java 21, this is Java "
                                + Runtime.version().feature(),
                        InvalidLayoutException::reason);
    }

    @Test
    void allowsVirtualThreadsFromJava21On() throws Exception {
        assumeThat(Runtime.version().feature() >= 21).isTrue();
        try (Flow<String, String> flow = Flows.<String>create("flow")
                .join(JoinSettings.virtual(4))
                .map(message -> message + Thread.currentThread().getName(), "s0")
                .build()) {
            assertThat(RunningFlows.get(flow.submit("on "))).startsWith("on flow.s0-");
        }
    }

    @Test
    void reportsEveryViolation() {
        assertThat(LayoutRules.violations(flow("1rt1"), layout("10=fixed(2) r1=single(1)")))
                .extracting(InvalidLayoutException.Violation::slot)
                .containsExactly("10", "r1", "13");
        assertThatExceptionOfType(InvalidLayoutException.class)
                .isThrownBy(() -> check(flow("1rt1"), layout("10=fixed(2) r1=single(1)")))
                .returns("10", InvalidLayoutException::slot)
                .returns(3, broken -> broken.violations().size())
                .withMessageContainingAll("slot '10', pool", "Moreover slot 'r1', pool", "Moreover slot '13', pool");
    }
}
