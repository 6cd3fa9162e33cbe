package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.QueueKind;
import io.concor.QueueStoreException;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A flow of an application, which takes texts, and what tests do with it. */
public record RunningFlow(ApplicationContext context, String name) {

    @SuppressWarnings("unchecked")
    public Flow<String, String> flow() {
        return context.getBean(name, Flow.class);
    }

    /** Changes where the events of a slot wait. */
    public void moveQueue(String slot, QueueKind kind) {
        context.getBean(Manager.class)
                .changeSlot(ChangeRequest.options(name), slot, present -> present.map(join -> join.queue(kind)));
    }

    /** The flow takes no event in a transaction of another database. */
    public void refusesInTransaction(String reason) {
        TransactionTemplate elsewhere = new TransactionTemplate(
                new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:elsewhere-" + name)));

        CompletableFuture<?> refused = elsewhere.execute(status -> flow().accept("one"));

        assertThat(refused)
                .failsWithin(Duration.ofSeconds(1))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(QueueStoreException.class)
                .withMessageContaining(reason);
    }
}
