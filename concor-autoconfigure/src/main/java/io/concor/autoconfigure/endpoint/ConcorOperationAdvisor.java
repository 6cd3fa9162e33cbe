package io.concor.autoconfigure.endpoint;

import io.concor.ConcorException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvoker;
import org.springframework.boot.actuate.endpoint.invoke.OperationInvokerAdvisor;
import org.springframework.boot.actuate.endpoint.invoke.OperationParameters;

/**
 * Advises each operation of Concor's endpoints: rejects unknown parameters of changes and predictions, which Actuator
 * would ignore, and repeated parameters, formats what operations return, and converts exceptions to HTTP responses. JMX
 * clients receive the exception.
 */
final class ConcorOperationAdvisor implements OperationInvokerAdvisor {

    private final PathVariableCheck pathVariables;
    private final CallerContext caller;

    ConcorOperationAdvisor(PathVariableCheck pathVariables, CallerContext caller) {
        this.pathVariables = pathVariables;
        this.caller = caller;
    }

    @Override
    public OperationInvoker apply(
            EndpointId endpoint, OperationType type, OperationParameters parameters, OperationInvoker invoker) {
        if (!ConcorEndpointAutoConfiguration.ENDPOINTS.contains(endpoint)) {
            return invoker;
        }
        OperationParameterNames known = OperationParameterNames.of(parameters);
        return context -> invoke(context, type, known, invoker);
    }

    private @Nullable Object invoke(
            InvocationContext call, OperationType type, OperationParameterNames known, OperationInvoker invoker) {
        try {
            InvocationContext context = new RenamedArguments(call, known.normalize(call.getArguments()));
            known.requireUniqueNames(context.getArguments());
            pathVariables.requireUnchanged(context.getArguments());
            if (known.areStrict(type)) {
                known.requireKnown(context.getArguments().keySet(), type);
            }
            return ResponseFormat.format(caller.invoke(context, () -> invoker.invoke(context)), call);
        } catch (ConcorException error) {
            if (CallerContext.isWeb(call)) {
                return ResponseFormat.format(ErrorResponses.of(error), call);
            }
            throw error;
        }
    }

    /** An invocation with renamed arguments. */
    private static final class RenamedArguments extends InvocationContext {

        private final InvocationContext call;

        RenamedArguments(InvocationContext call, Map<String, Object> arguments) {
            super(SecurityContext.NONE, arguments);
            this.call = call;
        }

        @Override
        public <T> @Nullable T resolveArgument(Class<T> type) {
            return call.resolveArgument(type);
        }

        @Override
        public boolean canResolve(Class<?> type) {
            return call.canResolve(type);
        }
    }
}
