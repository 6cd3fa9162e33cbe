package io.concor.sample.moflow;

import io.concor.Continuation;
import io.concor.TransitionTask;
import io.concor.sample.support.JsonHttpClient;
import io.concor.sample.support.UndeliverableException;
import org.springframework.stereotype.Component;

/**
 * Posts the message to the endpoint of its application. No thread waits for the answer: the answer continues the flow.
 * If the message times out before, its request is cancelled.
 */
@Component
@OnNode("core")
class MessageSender implements TransitionTask<AtMessage, SentMessage> {

    private final JsonHttpClient client;

    MessageSender(JsonHttpClient client) {
        this.client = client;
    }

    @Override
    public void apply(AtMessage message, Continuation<SentMessage> continuation) {
        ApplicationAnswer answer = new ApplicationAnswer(message, continuation);
        continuation.onEnd(client.post(message.addressed().endpoint(), message.body(), answer));
    }

    private record ApplicationAnswer(AtMessage message, Continuation<SentMessage> continuation)
            implements JsonHttpClient.Callback {

        @Override
        public void succeeded(int status) {
            continuation.complete(new SentMessage(message, status));
        }

        @Override
        public void failed(JsonHttpClient.Failure failure) {
            continuation.fail(new UndeliverableException("Message " + message.id(), failure));
        }
    }
}
