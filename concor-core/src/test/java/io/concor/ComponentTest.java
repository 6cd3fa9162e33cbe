package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which message types a component tells of its task. */
class ComponentTest {

    private static class Length implements SimpleTask<String, Integer> {
        @Override
        public Integer apply(String input) {
            return input.length();
        }
    }

    private static final class OwnLength extends Length {}

    private abstract static class Lookup<K, V> implements SynchronizedRemoteTask<K, V> {
        private final Map<K, V> known = Map.of();

        @Override
        public V apply(K key) {
            return known.get(key);
        }
    }

    private abstract static class NamedLookup<V> extends Lookup<String, V> {}

    private static final class Ages extends NamedLookup<Integer> {}

    private static final class Unbound<T> extends NamedLookup<T> {}

    private interface Listing<T> extends SimpleTask<T, List<T>> {}

    private static final class Letters implements Listing<Character> {
        @Override
        public List<Character> apply(Character input) {
            return List.of(input);
        }
    }

    private static final class Sender implements TransitionTask<String, Long> {
        @Override
        public void apply(String input, Continuation<Long> continuation) {
            continuation.complete(1L);
        }
    }

    private static final class Audit implements SideEffectTask<Number> {
        @Override
        public void accept(Number message) {}
    }

    private static final class Rescue implements CatchTask<String> {
        @Override
        public String onError(Throwable error) {
            return "rescued";
        }
    }

    @Test
    void readsTheTypesThatTheClassDeclares() {
        assertThat(Component.of("length", new Length()))
                .returns(String.class, Component::inputType)
                .returns(Integer.class, Component::outputType)
                .returns(TaskKind.SIMPLE, Component::kind)
                .returns(null, Component::bean);
    }

    @Test
    void isRefusedWithoutANameOrATask() {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> Component.of(null, new Length()))
                .withMessageStartingWith("name: a component has no name; allowed: ");
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> Component.of("length", null))
                .withMessageStartingWith("task: component 'length' has no task; allowed: ");
    }

    @Test
    void readsThemFromAParentClass() {
        assertThat(TaskTypes.of(new OwnLength())).isEqualTo(new TaskTypes(String.class, Integer.class));
    }

    @Test
    void readsThemThroughGenericParents() {
        assertThat(TaskTypes.of(new Ages())).isEqualTo(new TaskTypes(String.class, Integer.class));
    }

    @Test
    void leavesATypeUnknownThatTheClassLeavesOpen() {
        assertThat(TaskTypes.of(new Unbound<Integer>())).isEqualTo(new TaskTypes(String.class, null));
    }

    @Test
    void reportsNoTypeThatIsKnownInPartOnly() {
        assertThat(TaskTypes.of(new Letters())).isEqualTo(new TaskTypes(Character.class, null));
    }

    @Test
    void readsThoseOfTransitions() {
        assertThat(TaskTypes.of(new Sender())).isEqualTo(new TaskTypes(String.class, Long.class));
    }

    @Test
    void aSideEffectGivesOnWhatItTakes() {
        assertThat(TaskTypes.of(new Audit())).isEqualTo(new TaskTypes(Number.class, Number.class));
    }

    @Test
    void aCatchTakesAndGivesTheTypeAtItsPlace() {
        assertThat(TaskTypes.of(new Rescue())).isEqualTo(new TaskTypes(String.class, String.class));
    }

    @Test
    void aLambdaDeclaresNoTypes() {
        SimpleTask<String, Integer> lambda = String::length;

        assertThat(TaskTypes.of(lambda)).isEqualTo(new TaskTypes(null, null));
    }

    @Test
    void anAnonymousClassDeclaresItsTypes() {
        SingleThreadedTask<String, Integer> anonymous = new SingleThreadedTask<>() {
            @Override
            public Integer apply(String input) {
                return input.length();
            }
        };

        assertThat(TaskTypes.of(anonymous)).isEqualTo(new TaskTypes(String.class, Integer.class));
    }
}
