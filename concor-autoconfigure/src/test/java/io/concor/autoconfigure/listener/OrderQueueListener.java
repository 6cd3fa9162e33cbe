package io.concor.autoconfigure.listener;

import io.concor.Flow;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.stereotype.Component;

/** The listener of docs/listeners.md. */
@Component
class OrderQueueListener {

    private final Flow<String, String> orders;

    OrderQueueListener(Flow<String, String> orders) {
        this.orders = orders;
    }

    @JmsListener(destination = "orders", concurrency = "8")
    void receive(String order) {
        orders.submit(order).join();
    }
}
