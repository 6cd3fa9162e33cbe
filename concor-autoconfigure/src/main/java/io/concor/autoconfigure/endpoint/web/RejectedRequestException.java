package io.concor.autoconfigure.endpoint.web;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.endpoint.ErrorDescriptor;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;

/**
 * Rejects a request before an operation is invoked. The body of the response has the form of {@link ErrorDescriptor}.
 */
final class RejectedRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final String INVALID_SETTING = "invalid setting";

    private final HttpStatus status;
    private final LinkedHashMap<String, String> body = new LinkedHashMap<>();
    private final LinkedHashMap<String, String> headers = new LinkedHashMap<>();

    RejectedRequestException(HttpStatus status, String error, String field, String reason, String allowed) {
        super(reason);
        this.status = status;
        body.put("error", error);
        body.put("field", field);
        body.put("reason", reason);
        body.put("allowed", allowed);
    }

    static RejectedRequestException of(InvalidSettingException wrong) {
        return new RejectedRequestException(
                HttpStatus.BAD_REQUEST, INVALID_SETTING, wrong.field(), wrong.reason(), wrong.allowed());
    }

    HttpStatus status() {
        return status;
    }

    Map<String, String> body() {
        return body;
    }

    RejectedRequestException header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /** Returns the headers that the response needs in addition to those of its body. */
    Map<String, String> headers() {
        return headers;
    }
}
