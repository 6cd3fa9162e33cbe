package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kotlin takes the bounds of type parameters literally: messages and results may be null, so their types may be nullable. */
class NullableTypesTest {

    @ParameterizedTest
    @ValueSource(
            classes = {
                BatchTask.class,
                CatchTask.class,
                Continuation.class,
                ErrorHandlingTask.class,
                Flow.class,
                FlowBuilder.class,
                FlowBuilder.Factory.class,
                Flows.class,
                KeyedTask.class,
                RecoveryTask.class,
                SideEffectTask.class,
                SimpleTask.class,
                SingleThreadedTask.class,
                SynchronizedRemoteTask.class,
                TransitionTask.class,
                ValueTask.class
            })
    void typeParametersOfMessagesMayBeNullable(Class<?> type) {
        assertThat(Stream.concat(Stream.of(type), Stream.of(type.getMethods()).filter(NullableTypesTest::isOwn))
                        .flatMap(declaration -> Stream.of(((GenericDeclaration) declaration).getTypeParameters())))
                .isNotEmpty()
                .allMatch(NullableTypesTest::mayBeNullable);
    }

    private static boolean isOwn(Method method) {
        return method.getDeclaringClass() != Object.class;
    }

    private static boolean mayBeNullable(TypeVariable<?> variable) {
        return variable.getAnnotatedBounds()[0].isAnnotationPresent(Nullable.class);
    }
}
