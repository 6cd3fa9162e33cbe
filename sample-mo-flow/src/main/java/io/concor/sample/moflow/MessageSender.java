package io.concor.sample.moflow;

import io.concor.Continuation;
import io.concor.TransitionTask;
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

/** Posts the message to the application's endpoint. No thread waits for the answer: it continues the flow. */
@Component
class MessageSender implements TransitionTask<AtMessage, SentMessage> {

    private final CloseableHttpAsyncClient client;

    MessageSender(CloseableHttpAsyncClient client) {
        this.client = client;
    }

    @Override
    public void apply(AtMessage message, Continuation<SentMessage> continuation) {
        client.execute(
                AsyncRequestBuilder.post(message.addressed().endpoint())
                        .setEntity(message.body(), ContentType.APPLICATION_JSON)
                        .build(),
                new BasicResponseConsumer<>(new DiscardingEntityConsumer<>()),
                new Answer(message, continuation));
    }

    private record Answer(AtMessage message, Continuation<SentMessage> continuation)
            implements FutureCallback<Message<HttpResponse, Object>> {

        @Override
        public void completed(Message<HttpResponse, Object> answer) {
            int status = answer.getHead().getCode();
            if (status >= 200 && status < 300) {
                continuation.complete(new SentMessage(message, status));
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
            String reason = message.addressed().endpoint() + " " + what;
            continuation.fail(new UndeliverableException(message.id(), reason, cause));
        }
    }
}
