package io.concor.sample.moflow;

import io.concor.sample.StubHttpServer;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The applications, under the control of a test. */
final class StubApplications extends StubHttpServer<StubApplications.ReceivedMessage> {

    private static final JsonMapper JSON = new JsonMapper();

    record ReceivedMessage(String path, AtTranslator.AtBody body) {}

    @Override
    protected ReceivedMessage read(String path, byte[] body) {
        return new ReceivedMessage(path, JSON.readValue(body, AtTranslator.AtBody.class));
    }

    List<String> texts() {
        return received().stream().map(message -> message.body().message()).toList();
    }
}
