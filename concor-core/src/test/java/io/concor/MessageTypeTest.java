package io.concor;

import static io.concor.fixture.RunningFlows.errorOf;
import static io.concor.fixture.RunningFlows.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.concor.fixture.RunningFlows;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.assertj.core.api.ObjectAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The error of an event whose message a task does not take, in flows whose types the compiler does not check. */
@ParameterizedClass(name = "measured: {0}")
@ValueSource(booleans = {false, true})
class MessageTypeTest {

    @RegisterExtension
    final RunningFlows flows;

    MessageTypeTest(boolean measured) {
        this.flows = RunningFlows.measured(measured);
    }

    private static final SimpleTask<String, Object> LENGTH = String::length;

    static class Shout implements SimpleTask<String, String> {
        @Override
        public String apply(String message) {
            return message.toUpperCase(Locale.ROOT);
        }
    }

    static class ByText implements KeyedTask<String, String> {
        @Override
        public Object key(String message) {
            return message;
        }

        @Override
        public String apply(String message) {
            return message;
        }
    }

    static class Texts implements BatchTask<String, String> {
        @Override
        public List<String> apply(List<String> messages) {
            return messages.stream().map(String::strip).toList();
        }
    }

    static class Remote implements TransitionTask<String, String> {
        @Override
        public void apply(String message, Continuation<String> continuation) {
            continuation.complete(message);
        }
    }

    static class Print implements SideEffectTask<String> {
        @Override
        public void accept(String message) {}
    }

    private Flow<Object, Object> flow(Component... components) {
        FlowBuilder<Object, ?> builder = Flows.<Object>create("flow");
        for (Component component : components) {
            builder.then(component);
        }
        @SuppressWarnings("unchecked")
        FlowBuilder<Object, Object> untyped = (FlowBuilder<Object, Object>) builder;
        return flows.start(untyped);
    }

    private static Component length() {
        return Component.of("length", LENGTH);
    }

    private static ObjectAssert<MessageTypeException> assertMismatch(Flow<Object, Object> flow) throws Exception {
        return assertThat(errorOf(flow.submit("abc"))).asInstanceOf(type(MessageTypeException.class));
    }

    @Test
    void namesComponentBeanAndTypes() throws Exception {
        Component shout = new Component("shout", new Shout(), "loudspeaker", String.class, String.class);

        assertMismatch(flow(length(), shout))
                .returns("shout", MessageTypeException::component)
                .returns("loudspeaker", MessageTypeException::bean)
                .returns("java.lang.String", MessageTypeException::expected)
                .returns("java.lang.Integer", MessageTypeException::actual)
                .extracting(Throwable::getMessage)
                .isEqualTo("Flow 'flow', component 'shout', bean 'loudspeaker': its task takes java.lang.String, "
                        + "but the message from component 'length' is of type java.lang.Integer. "
                        + "Change one of the types, or insert a task that converts the message");
    }

    @Test
    void namesTheEventThatEntersWithAnotherType() throws Exception {
        assertThat(errorOf(flow(Component.of("shout", new Shout())).submit(1)))
                .hasMessageContaining("but the event that entered is of type java.lang.Integer");
    }

    @Test
    void namesThemForALambdaWhoseTypesAreUnknown() throws Exception {
        SimpleTask<String, String> shout = message -> message + "!";

        assertMismatch(flow(length(), Component.of("shout", shout)))
                .returns(null, MessageTypeException::expected)
                .returns("java.lang.Integer", MessageTypeException::actual)
                .extracting(Throwable::getMessage)
                .asString()
                .contains(
                        "component 'shout'",
                        "its task takes another type (class java.lang.Integer cannot be cast to class java.lang.String");
    }

    /** After some time the JVM throws an error of compiled code without message and stack trace. */
    @Test
    void namesThemHoweverOftenItHappens() throws Exception {
        SimpleTask<String, String> shout = message -> message + "!";
        Flow<Object, Object> flow = flow(length(), Component.of("shout", shout));
        for (int i = 0; i < 50_000; i++) {
            flow.submit("abc");
        }

        assertMismatch(flow).extracting(Throwable::getMessage).asString().contains("java.lang.String");
    }

    @Test
    void namesThemForEachKindOfTask() throws Exception {
        for (Task task : List.of(new Shout(), new ByText(), new Texts(), new Remote(), new Print())) {
            try (Flow<Object, Object> flow = flow(length(), Component.of("next", task))) {
                assertMismatch(flow).as("%s", task).returns("java.lang.String", MessageTypeException::expected);
            }
        }
    }

    @Test
    void leavesAFailedCastOfTheTasksOwn() throws Exception {
        Object number = 1;
        SimpleTask<String, String> own = message -> (String) number;

        assertThat(errorOf(flow(Component.of("own", own)).submit("abc"))).isInstanceOf(ClassCastException.class);
    }

    @Test
    void leavesAFailedCastOfTheTasksOwnClass() throws Exception {
        SimpleTask<String, String> own = new SimpleTask<>() {
            @Override
            public String apply(String message) {
                return (String) (Object) message.length();
            }
        };

        assertThat(errorOf(flow(Component.of("own", own)).submit("abc"))).isInstanceOf(ClassCastException.class);
    }

    @Test
    void acceptsOtherMessagesAfterwards() throws Exception {
        Flow<Object, Object> flow = flow(Component.of("shout", new Shout()));

        IntStream.range(0, 3).forEach(flow::submit);

        assertThat(get(flow.submit("abc"))).isEqualTo("ABC");
    }
}
