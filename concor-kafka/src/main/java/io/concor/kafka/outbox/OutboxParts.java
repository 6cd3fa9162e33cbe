package io.concor.kafka.outbox;

import io.concor.kafka.read.StuckTransactions;
import io.concor.kafka.topic.ClientSettings;
import io.concor.queues.jdbc.DatabaseHealth;
import org.apache.kafka.clients.admin.Admin;

/**
 * What the outboxes of a store share.
 *
 * @param goOn has puts looked at again that wait for what is in an outbox
 */
public record OutboxParts(
        ClientSettings clients, Admin admin, StuckTransactions stuck, DatabaseHealth health, Runnable goOn) {}
