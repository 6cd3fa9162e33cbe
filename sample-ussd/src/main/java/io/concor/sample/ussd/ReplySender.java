package io.concor.sample.ussd;

import io.concor.Continuation;
import io.concor.TransitionTask;
import io.concor.sample.support.JsonHttpClient;
import io.concor.sample.support.UndeliverableException;
import java.net.URI;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts the reply to the operator. No thread waits for the answer: the answer continues the flow. If the request times
 * out before, the post is cancelled.
 */
@Component
class ReplySender implements TransitionTask<Reply, SentReply> {

    private final JsonHttpClient client;
    private final JsonMapper json;
    private final URI url;

    ReplySender(JsonHttpClient client, JsonMapper json, UssdProperties properties) {
        this.client = client;
        this.json = json;
        this.url = properties.replies().url();
    }

    @Override
    public void apply(Reply reply, Continuation<SentReply> continuation) {
        OperatorAnswer answer = new OperatorAnswer(reply, continuation);
        continuation.onEnd(client.post(url, json.writeValueAsBytes(ReplyBody.of(reply)), answer));
    }

    private record OperatorAnswer(Reply reply, Continuation<SentReply> continuation)
            implements JsonHttpClient.Callback {

        @Override
        public void succeeded(int status) {
            continuation.complete(new SentReply(reply, status));
        }

        @Override
        public void failed(JsonHttpClient.Failure failure) {
            String name = "Reply to " + reply.message().id();
            continuation.fail(new UndeliverableException(name, failure));
        }
    }

    /** The JSON object that the operator receives. */
    record ReplyBody(String id, String sessionId, String msisdn, String text, boolean end) {

        static ReplyBody of(Reply reply) {
            UssdMessage message = reply.message();
            return new ReplyBody(message.id(), message.operatorSession(), message.from(), reply.page(), reply.ends());
        }
    }
}
