package io.concor.sample.ussd;

import io.concor.Continuation;
import io.concor.TransitionTask;
import java.net.URI;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.entity.DiscardingEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Posts the reply to the operator that asked. No thread waits for the answer: it continues the flow. */
@Component
class MessageSender implements TransitionTask<Reply, SentReply> {

    private final CloseableHttpAsyncClient client;
    private final JsonMapper json;
    private final URI url;

    MessageSender(CloseableHttpAsyncClient client, JsonMapper json, UssdProperties properties) {
        this.client = client;
        this.json = json;
        this.url = properties.replies().url();
    }

    @Override
    public void apply(Reply reply, Continuation<SentReply> continuation) {
        client.execute(
                AsyncRequestBuilder.post(url)
                        .setEntity(json.writeValueAsBytes(Body.of(reply)), ContentType.APPLICATION_JSON)
                        .build(),
                new BasicResponseConsumer<>(new DiscardingEntityConsumer<>()),
                new Answer(url, reply, continuation));
    }

    private record Answer(URI url, Reply reply, Continuation<SentReply> continuation)
            implements FutureCallback<Message<HttpResponse, Object>> {

        @Override
        public void completed(Message<HttpResponse, Object> answer) {
            int status = answer.getHead().getCode();
            if (status >= 200 && status < 300) {
                continuation.complete(new SentReply(reply, status));
            } else {
                fail("answered " + status, null);
            }
        }

        @Override
        public void failed(Exception error) {
            fail("could not be reached: " + error, error);
        }

        @Override
        public void cancelled() {
            fail("was not asked: the client is closing", null);
        }

        private void fail(String what, @Nullable Exception cause) {
            continuation.fail(new UndeliverableException(reply.message().id(), url + " " + what, cause));
        }
    }

    /** What the operator reads. */
    record Body(String id, String sessionId, String msisdn, String text, boolean end) {

        static Body of(Reply reply) {
            UssdMessage message = reply.message();
            return new Body(message.id(), message.operatorSession(), message.from(), reply.page(), reply.ends());
        }
    }
}
