package io.concor.autoconfigure.queue.remote;

import io.concor.QueueStoreException;
import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/** Thrown if the store of remote queues cannot be used. */
final class RemoteStoreException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private RemoteStoreException(String problem, String remedy, @Nullable Throwable cause) {
        super("Events of remote slots cannot be stored: " + problem, remedy, cause);
    }

    static RemoteStoreException noFormat() {
        return new RemoteStoreException(
                "nothing writes their messages, because Jackson 3 is not on the class path",
                "Add spring-boot-starter-jackson, or define a MessageCodec bean.",
                null);
    }

    static RemoteStoreException unusable(String servers, QueueStoreException cause) {
        return new RemoteStoreException(
                Sentence.of("brokers %s: %s", servers, cause.getMessage()),
                "Check that they run, in version 4 or later, and spring.kafka.bootstrap-servers and spring.kafka.security. Or start without remote slots (queue: memory), and change them when the brokers are there.",
                cause);
    }

    /** Returns what a running application gets, and what the analysis of a failed start finds. */
    QueueStoreException asFailure() {
        return new QueueStoreException(description() + " " + remedy(), false, this);
    }
}
