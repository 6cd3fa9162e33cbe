package io.concor.sample.ussd;

import io.concor.sample.StubHttpServer;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The operator, under the control of a test. */
final class StubOperator extends StubHttpServer<ReplySender.ReplyBody> {

    private static final JsonMapper JSON = new JsonMapper();

    @Override
    protected ReplySender.ReplyBody read(String path, byte[] body) {
        return JSON.readValue(body, ReplySender.ReplyBody.class);
    }

    @Override
    public String url() {
        return super.url() + "/replies";
    }

    List<String> sessions() {
        return received().stream().map(ReplySender.ReplyBody::sessionId).toList();
    }

    ReplySender.ReplyBody last() {
        return received().get(count() - 1);
    }
}
