package io.concor.kafka.topic;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.jspecify.annotations.Nullable;

/** A consumer that is created when it is needed, and again after it was closed. For one thread. */
public final class LazyConsumer implements AutoCloseable {

    private final Supplier<KafkaConsumer<byte[], byte[]>> creation;
    private @Nullable KafkaConsumer<byte[], byte[]> open;

    public LazyConsumer(Supplier<KafkaConsumer<byte[], byte[]>> creation) {
        this.creation = creation;
    }

    public KafkaConsumer<byte[], byte[]> get() {
        KafkaConsumer<byte[], byte[]> present = open;
        if (present == null) {
            present = creation.get();
            open = present;
        }
        return present;
    }

    @Override
    public void close() {
        KafkaConsumer<byte[], byte[]> present = open;
        open = null;
        if (present != null) {
            present.close(CloseOptions.timeout(Duration.ZERO));
        }
    }
}
