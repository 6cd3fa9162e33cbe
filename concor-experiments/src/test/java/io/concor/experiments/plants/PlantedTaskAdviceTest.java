package io.concor.experiments.plants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.concor.SimpleTask;
import io.concor.experiments.plants.PlantedTask.Kind;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class PlantedTaskAdviceTest {

    private final AtomicLong nanos = new AtomicLong(-1);
    private final AtomicInteger connections = new AtomicInteger();

    private PlantedTaskAdvice advice(Kind kind, Duration time, int every, Duration after, int times) {
        return new PlantedTaskAdvice(new PlantedTask(kind, time, every, after, times), this::connected, nanos::get);
    }

    private DataSource connected() {
        connections.incrementAndGet();
        JdbcDataSource database = new JdbcDataSource();
        database.setUrl("jdbc:h2:mem:");
        return database;
    }

    private static void run(PlantedTaskAdvice advice) throws Exception {
        advice.before(SimpleTask.class.getMethods()[0], new Object[0], null);
    }

    @Test
    void waitsForEachMessage() throws Exception {
        PlantedTaskAdvice advice = advice(Kind.PAUSE, Duration.ofMillis(20), 1, Duration.ZERO, 0);
        long before = System.nanoTime();

        run(advice);
        run(advice);

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(Duration.ofMillis(40));
    }

    @Test
    void failsOneOfSeveralMessages() throws Exception {
        PlantedTaskAdvice advice = advice(Kind.FAIL, Duration.ZERO, 3, Duration.ZERO, 0);

        assertThatThrownBy(() -> run(advice)).hasMessage("planted");
        run(advice);
        run(advice);
        assertThatThrownBy(() -> run(advice)).hasMessage("planted");
    }

    @Test
    void beginsAfterItsTimeFromTheFirstMessage() throws Exception {
        PlantedTaskAdvice advice = advice(Kind.FAIL, Duration.ZERO, 1, Duration.ofNanos(10), 0);

        run(advice);
        nanos.addAndGet(9);
        run(advice);
        nanos.addAndGet(1);
        assertThatThrownBy(() -> run(advice)).hasMessage("planted");
    }

    @Test
    void leaksSoManyConnectionsOnly() throws Exception {
        PlantedTaskAdvice advice = advice(Kind.LEAK, Duration.ZERO, 2, Duration.ZERO, 2);

        for (int i = 0; i < 10; i++) {
            run(advice);
        }

        assertThat(connections).hasValue(2);
    }

    @Test
    void replacesLiveObjects() {
        PlantedTaskAdvice advice = advice(Kind.GARBAGE, Duration.ZERO, 1, Duration.ZERO, 0);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        assertThatCode(() -> run(advice)).doesNotThrowAnyException();

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isGreaterThan(1_000_000);
    }

    @Test
    void leavesMethodsThatHandleNoMessageAlone() throws Exception {
        Method printing = Object.class.getMethod("toString");

        assertThatCode(() ->
                        advice(Kind.FAIL, Duration.ZERO, 1, Duration.ZERO, 0).before(printing, new Object[0], null))
                .doesNotThrowAnyException();
    }
}
