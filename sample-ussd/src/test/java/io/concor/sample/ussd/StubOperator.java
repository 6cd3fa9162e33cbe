package io.concor.sample.ussd;

import io.concor.sample.StubHttpServer;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The operator, under the control of a test. */
final class StubOperator extends StubHttpServer<ReplySender.ReplyBody> {

    /** The operator does not know subscribers whose number ends like this. */
    static final String UNKNOWN = "0000";

    private static final JsonMapper JSON = new JsonMapper();

    @Override
    protected ReplySender.ReplyBody read(String path, byte[] body) {
        return JSON.readValue(body, ReplySender.ReplyBody.class);
    }

    @Override
    protected boolean alwaysFails(ReplySender.ReplyBody reply) {
        return reply.msisdn().endsWith(UNKNOWN);
    }

    @Override
    public String url() {
        return super.url() + "/replies";
    }

    long failed() {
        return received().stream().filter(this::alwaysFails).count();
    }

    List<String> sessions() {
        return received().stream().map(ReplySender.ReplyBody::sessionId).toList();
    }

    ReplySender.ReplyBody last() {
        return received().get(count() - 1);
    }
}
