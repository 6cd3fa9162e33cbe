package io.concor.autoconfigure.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Transactions on one connection, and a second thread. */
abstract class ManagedTransactionFixture {

    final HikariDataSource dataSource = new HikariDataSource();
    final JdbcTemplate jdbc = new JdbcTemplate(dataSource);
    final JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
    final ManagedTransactions transactions = ManagedTransactions.of(manager);
    final ExecutorService another = Executors.newSingleThreadExecutor();

    @BeforeEach
    void create() {
        dataSource.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID());
        dataSource.setMaximumPoolSize(1);
        dataSource.setConnectionTimeout(2_000);
        jdbc.execute("create table booking (id int primary key)");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertThat(ThreadBindings.unbindAll()).isSameAs(ThreadBindings.NONE);
        assertThat(onAnother(ThreadBindings::unbindAll)).isSameAs(ThreadBindings.NONE);
        assertThat(dataSource.getHikariPoolMXBean().getActiveConnections()).isZero();
        another.shutdown();
        dataSource.close();
    }

    static PlatformTransactionManager behindAProxy(PlatformTransactionManager target) {
        return (PlatformTransactionManager) new ProxyFactory(target).getProxy();
    }

    <T> T onAnother(Callable<T> call) throws Exception {
        return another.submit(call).get(5, TimeUnit.SECONDS);
    }

    void book(int id) {
        jdbc.update("insert into booking values (?)", id);
    }

    List<Integer> booked() {
        return jdbc.queryForList("select id from booking order by id", Integer.class);
    }

    static Callable<Object> does(Step step) {
        return () -> {
            try {
                step.run();
            } catch (Exception thrown) {
                throw thrown;
            } catch (Throwable thrown) {
                throw new AssertionError(thrown);
            }
            return true;
        };
    }

    interface Step {
        void run() throws Throwable;
    }
}
