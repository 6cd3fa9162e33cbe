package io.concor.autoconfigure.endpoint.queue;

import io.concor.autoconfigure.endpoint.PlainText;
import java.util.List;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * All durable and remote queues.
 *
 * @param queues one for each, by flow and slot
 */
public record QueuesDescriptor(List<QueueDescriptor> queues) implements OperationResponseBody, PlainText {

    @Override
    public String plainText() {
        return QueueDescriptor.TABLE.format(queues);
    }
}
