package io.concor.autoconfigure.endpoint.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Resolves requests to Concor's endpoints that fail before an operation is invoked: no operation takes the method or a
 * format, or the body is not a flat JSON object.
 */
final class RejectedRequestExceptionResolver implements HandlerExceptionResolver, Ordered {

    private final UnsupportedRequest unsupported;

    RejectedRequestExceptionResolver(UnsupportedRequest unsupported) {
        this.unsupported = unsupported;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        if (!RequestBodyFilter.hasPassed(request)) {
            return null;
        }
        return request.getDispatcherType() == DispatcherType.ERROR
                ? withoutBody(request, response, failure)
                : rejection(request, response, failure);
    }

    /** Keeps the status of an error, such as 404, if the client accepts none of the formats that describe it. */
    private static @Nullable ModelAndView withoutBody(
            HttpServletRequest request, HttpServletResponse response, Exception failure) {
        if (failure instanceof HttpMediaTypeNotAcceptableException
                && request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status) {
            response.setStatus(status);
            return new ModelAndView();
        }
        return null;
    }

    private @Nullable ModelAndView rejection(
            HttpServletRequest request, HttpServletResponse response, Exception failure) {
        RejectedRequestException rejected = rejected(request, failure);
        if (rejected == null) {
            return null;
        }
        rejected.headers().forEach(response::setHeader);
        return RejectedRequestView.of(rejected);
    }

    private @Nullable RejectedRequestException rejected(HttpServletRequest request, Exception failure) {
        return failure instanceof HttpMessageNotReadableException unreadable
                ? RequestBodyRules.unreadable(unreadable.getCause())
                : unsupported.explain(failure, request.getMethod(), request.getRequestURI(), request::getHeader);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE + 100;
    }
}
