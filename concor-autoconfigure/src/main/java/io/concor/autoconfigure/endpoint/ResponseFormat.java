package io.concor.autoconfigure.endpoint;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.ApiVersion;
import org.springframework.boot.actuate.endpoint.InvocationContext;
import org.springframework.boot.actuate.endpoint.Producible;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * The formats in which an operation responds over HTTP. Of the formats that a request accepts, the one declared last
 * is used.
 */
public enum ResponseFormat implements Producible<ResponseFormat> {
    TEXT(MimeType.valueOf("text/plain;charset=UTF-8")),
    JSON(MimeTypeUtils.APPLICATION_JSON),
    ACTUATOR_V2(ApiVersion.V2.getProducedMimeType()),
    ACTUATOR_V3(ApiVersion.V3.getProducedMimeType());

    private final MimeType type;

    ResponseFormat(MimeType type) {
        this.type = type;
    }

    @Override
    public boolean isDefault() {
        return this == ACTUATOR_V3;
    }

    @Override
    public MimeType getProducedMimeType() {
        return type;
    }

    /** Formats the result of an operation as the request asks, if it came over HTTP. */
    static @Nullable Object format(@Nullable Object result, InvocationContext call) {
        return result == null || !call.canResolve(ResponseFormat.class)
                ? result
                : requested(call).response(result);
    }

    /** An empty header {@code Accept} names no format, as a missing one. Spring would select the format declared first. */
    private static ResponseFormat requested(InvocationContext call) {
        ResponseFormat requested = call.resolveArgument(ResponseFormat.class);
        return requested == null ? ACTUATOR_V3 : requested;
    }

    private WebEndpointResponse<?> response(Object result) {
        return result instanceof WebEndpointResponse<?> response
                ? response(response.getBody(), response.getStatus())
                : response(result, WebEndpointResponse.STATUS_OK);
    }

    private WebEndpointResponse<?> response(@Nullable Object body, int status) {
        Object formatted = this == TEXT && body instanceof PlainText readable ? readable.plainText() : body;
        return new WebEndpointResponse<>(formatted, status, type);
    }
}
