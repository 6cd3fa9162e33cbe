package io.concor.autoconfigure.endpoint.queue;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.text.Sentence;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What was done with a queue.
 *
 * @param queue the name of the queue
 * @param action the action
 * @param affected how many events were requeued or deleted
 */
public record QueueActionDescriptor(String queue, String action, long affected)
        implements OperationResponseBody, PlainText {

    @Override
    public String plainText() {
        return Sentence.of("queue %s: %s, %d events\n", queue, action, affected);
    }
}
