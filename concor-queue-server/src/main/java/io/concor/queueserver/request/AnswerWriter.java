package io.concor.queueserver.request;

import io.concor.SimpleTask;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Writes answers. Failures of the server become errors of their events; what a client did wrong is none. Thread-safe. */
final class AnswerWriter implements SimpleTask<Result, Reply> {

    private static final byte[] NONE = {};

    private final JsonMapper json;
    private final RefusalWriter refusals;

    AnswerWriter(JsonMapper json, RefusalWriter refusals) {
        this.json = json;
        this.refusals = refusals;
    }

    @Override
    public Reply apply(Result result) {
        if (result instanceof Result.Failed failed) {
            return refusals.refused(failed.failure());
        }
        if (result instanceof Result.NotYet notYet) {
            return Reply.NO_MESSAGE.after(notYet.parking());
        }
        Result.Served served = (Result.Served) result; // Java 17 has no patterns in switch
        return new Reply(served.status(), MediaType.APPLICATION_JSON, bytes(served.body()), Map.of(), null);
    }

    private byte[] bytes(@Nullable Object body) {
        return body == null ? NONE : json.writeValueAsBytes(body);
    }
}
