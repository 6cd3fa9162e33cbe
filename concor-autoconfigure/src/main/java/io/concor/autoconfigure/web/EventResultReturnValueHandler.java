package io.concor.autoconfigure.web;

import io.concor.EventResult;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Gives the result of an event up if Spring MVC no longer waits for it, because its time has passed or the connection is
 * broken. Spring itself leaves a future that a controller returned alone.
 *
 * @param delegate handles all that a controller returns for later
 */
record EventResultReturnValueHandler(HandlerMethodReturnValueHandler delegate)
        implements HandlerMethodReturnValueHandler {

    @Override
    public boolean supportsReturnType(MethodParameter returnType) {
        return delegate.supportsReturnType(returnType);
    }

    @Override
    public void handleReturnValue(
            @Nullable Object returned,
            MethodParameter returnType,
            ModelAndViewContainer container,
            NativeWebRequest request)
            throws Exception {
        Object awaited = returned instanceof EventResult<?> result ? deferred(result) : returned;
        delegate.handleReturnValue(awaited, returnType, container, request);
    }

    private static DeferredResult<@Nullable Object> deferred(EventResult<?> result) {
        DeferredResult<@Nullable Object> deferred = new DeferredResult<>();
        deferred.onCompletion(() -> result.cancel(false));
        result.whenComplete((value, error) -> {
            if (error == null) {
                deferred.setResult(value);
            } else {
                deferred.setErrorResult(unwrapped(error));
            }
        });
        return deferred;
    }

    /** Spring MVC asks the exception handlers of the error itself before those of its cause. */
    private static Throwable unwrapped(Throwable error) {
        Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? cause : error;
    }
}
