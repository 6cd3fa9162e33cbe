package io.concor.autoconfigure.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A database with each kind of transaction manager, and a flow for each test. */
@ParameterizedClass
@EnumSource(ManagerKind.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DatabaseTests {

    @Parameter
    private ManagerKind kind;

    final HikariDataSource dataSource = new HikariDataSource();
    final JdbcTemplate jdbc = new JdbcTemplate(dataSource);
    PlatformTransactionManager manager;
    BookingFlow flow;

    /** Starts the database if necessary. */
    abstract String start() throws Exception;

    /** Longer than any test waits. */
    abstract String endlessStatement();

    @BeforeAll
    void open() throws Exception {
        dataSource.setJdbcUrl(start());
        dataSource.setMaximumPoolSize(4);
        jdbc.execute("create table booking (id int primary key, note varchar(20))");
    }

    @AfterAll
    void shut() {
        dataSource.close();
    }

    @BeforeParameterizedClassInvocation
    void manage(ManagerKind kind) {
        manager = kind.manager(dataSource);
    }

    @AfterParameterizedClassInvocation
    void release() {
        ManagerKind.close(manager);
    }

    @BeforeEach
    void clear() {
        jdbc.update("delete from booking");
        flow = new BookingFlow();
    }

    @AfterEach
    void nothingIsLeft() {
        flow.close();
        assertThat(flow.left()).isEmpty();
        await("connections are back").until(() -> activeConnections() == 0);
    }

    int activeConnections() {
        return dataSource.getHikariPoolMXBean().getActiveConnections();
    }

    ManagedTransactions transactions() {
        return ManagedTransactions.of(manager);
    }

    /**
     * The tasks that read and write are the same in all tests: {@code read} books the number of the event,
     * {@code write} the number plus 1000.
     */
    BookingFlow bookingFlow() {
        return flow.doing("read", this::book).doing("write", id -> book(id + 1000));
    }

    void book(int id) {
        jdbc.update("insert into booking values (?, 'new')", id);
    }

    List<Integer> booked() {
        return jdbc.queryForList("select id from booking order by id", Integer.class);
    }

    TransactionTemplate inner(int propagation) {
        return new TransactionTemplate(manager, new DefaultTransactionDefinition(propagation));
    }

    static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException("interrupted", stopped);
        }
    }

    static RuntimeException thrown() {
        return new IllegalArgumentException("as the test wants it");
    }

    Object connection(String component) {
        Object holder = TransactionSynchronizationManager.getResource(dataSource);
        return holder == null ? "none in " + component : ((ConnectionHolder) holder).getConnection();
    }

    long queueSize(String slot) {
        return flow.manager().flow(BookingFlow.NAME).slot(slot).queueSize();
    }
}
