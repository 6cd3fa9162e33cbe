package io.concor.autoconfigure.endpoint;

import io.concor.ConcorException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.QueueStoreException;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.manage.UnknownNameException;
import io.concor.manage.VersionConflictException;
import io.concor.preset.PresetStoreException;
import io.concor.text.SafeText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** Converts exceptions to HTTP responses. */
public final class ErrorResponses {

    private static final Logger log = LoggerFactory.getLogger(ErrorResponses.class);

    private static final int CONFLICT = 409;

    private ErrorResponses() {}

    static WebEndpointResponse<ErrorDescriptor> of(ConcorException error) {
        if (error instanceof UnknownNameException unknown) {
            return response(
                    WebEndpointResponse.STATUS_NOT_FOUND,
                    ErrorDescriptor.of("unknown " + unknown.what(), message(unknown)));
        }
        if (error instanceof InvalidSettingException wrong) {
            return response(
                    WebEndpointResponse.STATUS_BAD_REQUEST,
                    ErrorDescriptor.ofField("invalid setting", wrong.field(), wrong.reason(), wrong.allowed()));
        }
        if (error instanceof InvalidLayoutException wrong) {
            return response(
                    WebEndpointResponse.STATUS_BAD_REQUEST,
                    ErrorDescriptor.ofViolations("invalid layout", wrong.violations()));
        }
        return conflictOrFailure(error);
    }

    private static WebEndpointResponse<ErrorDescriptor> conflictOrFailure(ConcorException error) {
        if (error instanceof VersionConflictException stale) {
            return response(
                    CONFLICT,
                    ErrorDescriptor.ofVersion("version conflict", message(stale), stale.expected(), stale.present()));
        }
        if (error instanceof PresetStoreException failed && !failed.conflict()) {
            warn(error);
            return response(
                    WebEndpointResponse.STATUS_INTERNAL_SERVER_ERROR,
                    ErrorDescriptor.of("preset store failed", message(error)));
        }
        if (error instanceof QueueStoreException) {
            return response(
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
                    ErrorDescriptor.of("queue store unavailable", message(error)));
        }
        if (error instanceof BusyException busy) {
            return response(busy.status(), ErrorDescriptor.of(busy.error(), message(error)));
        }
        String conflict = isElsewhere(error) ? "not possible here" : "not possible now";
        return response(CONFLICT, ErrorDescriptor.of(conflict, message(error)));
    }

    private static boolean isElsewhere(ConcorException error) {
        return error instanceof ChangeNotPossibleException refused && refused.reason() == Reason.ELSEWHERE;
    }

    /** Logs in one line what the client receives and, with paths and addresses, what it does not: the causes. */
    public static void warn(ConcorException error) {
        log.warn("{}{}", error.getMessage(), SafeText.causes(error));
        log.debug("Failure of the preset store", error);
    }

    private static String message(ConcorException error) {
        return String.valueOf(error.getMessage());
    }

    private static WebEndpointResponse<ErrorDescriptor> response(int status, ErrorDescriptor body) {
        return new WebEndpointResponse<>(body, status);
    }
}
