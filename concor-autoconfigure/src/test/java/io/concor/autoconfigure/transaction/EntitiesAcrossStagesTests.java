package io.concor.autoconfigure.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.manage.ChangeRequest;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The persistence context travels with the event across threads. */
class EntitiesAcrossStagesTests {

    private final HikariDataSource dataSource = new HikariDataSource();
    private final BookingFlow flow = new BookingFlow();
    private JdbcTemplate jdbc;
    private EntityManagerFactory factory;

    @BeforeEach
    void create() {
        dataSource.setJdbcUrl("jdbc:h2:mem:entities;DB_CLOSE_DELAY=-1");
        jdbc = new JdbcTemplate(dataSource);
        jdbc.execute("create table if not exists booking (id int primary key, note varchar(20))");
        jdbc.update("delete from booking");
        jdbc.update("insert into booking values (1, 'new')");
        factory = ManagerKind.entityManagers(dataSource);
    }

    @AfterEach
    void close() {
        flow.close();
        assertThat(flow.left()).isEmpty();
        assertThat(dataSource.getHikariPoolMXBean().getActiveConnections()).isZero();
        factory.close();
        dataSource.close();
    }

    private EntityManager present() {
        return EntityManagerFactoryUtils.getTransactionalEntityManager(factory);
    }

    private Booking found(int id) {
        return present().find(Booking.class, id);
    }

    private String note() {
        return jdbc.queryForObject("select note from booking where id = 1", String.class);
    }

    private ManagedTransactions transactions() {
        return ManagedTransactions.of(new JpaTransactionManager(factory));
    }

    @Test
    void areTheSameObjectsAndWrittenAtTheCommitIfTheyWereChanged() throws Exception {
        Set<Object> seen = ConcurrentHashMap.newKeySet();
        flow.doing("read", id -> {
                    seen.add(present());
                    seen.add(found(id));
                })
                .doing("compute", id -> found(id).note("computed"))
                .doing("write", id -> {
                    seen.add(present());
                    seen.add(found(id));
                })
                .start(transactions());

        assertThat(flow.failure(1)).isNull();

        assertThat(seen).as("one entity manager, one booking").hasSize(2);
        assertThat(flow.threadOf("compute")).isNotIn(flow.threadOf("read"), flow.threadOf("write"));
        assertThat(note()).isEqualTo("computed");
    }

    @Test
    void areNotWrittenIfTheEventFails() throws Exception {
        flow.doing("read", id -> found(id).note("changed"))
                .doing("write", id -> {
                    throw new IllegalStateException("refused");
                })
                .start(transactions());

        assertThat(flow.failure(1)).hasMessage("refused");
        assertThat(note()).isEqualTo("new");
    }

    @Test
    void areSeparateFromThoseOfAnOpenView() throws Exception {
        EntityManager view = factory.createEntityManager();
        EntityManagerHolder open = new EntityManagerHolder(view);
        TransactionSynchronizationManager.bindResource(factory, open);
        Set<Object> seen = ConcurrentHashMap.newKeySet();
        flow.doing("read", id -> seen.add(present())).start(transactions());
        flow.manager().change(ChangeRequest.layout(BookingFlow.NAME, Map.of()));

        assertThat(flow.failure(1)).isNull();

        assertThat(flow.threadOf("read")).isEqualTo(Thread.currentThread());
        assertThat(seen).hasSize(1).doesNotContain(view);
        assertThat(TransactionSynchronizationManager.unbindResource(factory)).isSameAs(open);
        assertThat(view.isOpen()).isTrue();
        view.close();
        flow.left().clear(); // that of the view, which belongs there
    }
}
