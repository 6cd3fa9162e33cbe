package io.concor.queueserver.request;

import io.concor.SimpleTask;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Writes answers. Thread-safe. */
final class AnswerWriter implements SimpleTask<Result, Reply> {

    private static final byte[] NONE = {};

    private final JsonMapper json;

    AnswerWriter(JsonMapper json) {
        this.json = json;
    }

    @Override
    public Reply apply(Result result) {
        if (result instanceof Result.Failed failed) {
            throw failed.failure();
        }
        if (result instanceof Result.NotYet notYet) {
            return Reply.NO_MESSAGE.after(notYet.parking());
        }
        Result.Served served = (Result.Served) result; // Java 17 has no patterns in switch
        return new Reply(served.status(), MediaType.APPLICATION_JSON, bytes(served.body()), Map.of(), null);
    }

    /** Returns an answer that describes a problem. */
    Reply problem(HttpStatus status, Object body, Map<String, String> headers) {
        return new Reply(status, MediaType.APPLICATION_PROBLEM_JSON, bytes(body), headers, null);
    }

    private byte[] bytes(@Nullable Object body) {
        return body == null ? NONE : json.writeValueAsBytes(body);
    }
}
