package io.concor.autoconfigure.listener;

import io.concor.Delivery;
import io.concor.Flow;
import io.concor.RefusedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;

/** The listener of docs/listeners.md, which acknowledges what is stored. */
@Component
class StoredOrderListener {

    private static final Executor SOON = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

    private final Flow<String, String> orders;
    private final KafkaTemplate<String, String> kafka;
    private final KafkaListenerEndpointRegistry containers;

    StoredOrderListener(
            Flow<String, String> orders,
            KafkaTemplate<String, String> kafka,
            KafkaListenerEndpointRegistry containers) {
        this.orders = orders;
        this.kafka = kafka;
        this.containers = containers;
    }

    @KafkaListener(id = "orders", topics = "orders")
    CompletableFuture<Void> receive(ConsumerRecord<String, String> order) {
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        enter(order, acknowledged);
        return acknowledged;
    }

    private void enter(ConsumerRecord<String, String> order, CompletableFuture<Void> acknowledged) {
        orders.accept(order.value(), Delivery.id(order.topic() + ":" + order.partition() + ":" + order.offset()))
                .whenComplete((receipt, error) -> {
                    if (error == null) {
                        acknowledged.complete(null);
                    } else if (!containers.getListenerContainer("orders").isRunning()) {
                        return; // delivered again after the next start
                    } else if (error instanceof RefusedException) {
                        SOON.execute(() -> enter(order, acknowledged)); // full
                    } else {
                        keep(order, acknowledged);
                    }
                });
    }

    private void keep(ConsumerRecord<String, String> order, CompletableFuture<Void> acknowledged) {
        CompletableFuture.supplyAsync(() -> kafka.send("orders-dlt", order.key(), order.value()), SOON)
                .thenCompose(sending -> sending)
                .whenComplete((sent, error) -> {
                    if (error == null) {
                        acknowledged.complete(null);
                    } else {
                        keep(order, acknowledged);
                    }
                });
    }
}
