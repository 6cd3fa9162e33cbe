package io.concor.experiments.durable.check;

import io.concor.experiments.durable.broker.BrokerProcess;
import io.concor.experiments.durable.fault.Fault;
import io.concor.experiments.durable.fault.FaultProxy;
import io.concor.experiments.durable.server.Dialect;
import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.durable.server.LimitedDisk;
import io.concor.experiments.testbed.ExperimentException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes faults happen, one after the other. For one thread. */
final class FaultInjector {

    private static final Duration TO_GET_READY = Duration.ofMinutes(3);
    private static final Duration TO_STOP = Duration.ofSeconds(60);
    private static final Duration TO_CUT = Duration.ofSeconds(20);
    private static final int MOST_BYTES = 4096;

    /** An instance and the proxy that it connects to. */
    record Target(SubjectInstance instance, FaultProxy proxy) {}

    private final List<Target> targets;
    private final DurableServer server;
    private final @Nullable BrokerProcess broker;
    private final @Nullable LimitedDisk disk;
    private final Duration pause;
    private final Random random;

    FaultInjector(
            List<Target> targets,
            DurableServer server,
            @Nullable BrokerProcess broker,
            @Nullable LimitedDisk disk,
            Duration pause,
            Random random) {
        this.targets = targets;
        this.server = server;
        this.broker = broker;
        this.disk = disk;
        this.pause = pause;
        this.random = random;
    }

    /** Makes it happen. Returns a description, or null if it could not happen. */
    @Nullable
    String inject(Fault fault) throws InterruptedException {
        Target target = targets.get(random.nextInt(targets.size()));
        String where = " of instance " + target.instance.number();
        return switch (fault) {
            case KILL_JVM -> kill(target) + where;
            case LEAVE -> leave(target) + where;
            case PAUSE_JVM -> pause(target) + where;
            case TERMINATE_CONNECTION -> terminateConnection();
            case KILL_BACKEND -> killBackend();
            case KILL_SERVER -> killServer();
            case CUT_BEFORE_COMMIT, CUT_AFTER_COMMIT, CUT_ANYWHERE -> cut(fault, target, where);
            case SILENCE ->
                "%d connections%s were silent for %d ms"
                        .formatted(target.proxy.silence(pause), where, pause.toMillis());
            case DISK_FULL -> fillDisk();
            case KILL_BROKER -> killBroker();
            case PAUSE_BROKER -> pauseBroker();
            case CHANGE_LAYOUT -> change(target, where);
        };
    }

    private static String kill(Target target) throws InterruptedException {
        SubjectProcess process = target.instance.awaitReady(TO_GET_READY);
        process.kill();
        process.awaitEnd(TO_STOP);
        return "killed process %d".formatted(process.pid());
    }

    private static String leave(Target target) throws InterruptedException {
        SubjectProcess process = target.instance.awaitReady(TO_GET_READY);
        process.stop();
        boolean byItself = process.awaitEnd(TO_STOP);
        return (byItself ? "stopped process %d" : "killed process %d, which did not stop,").formatted(process.pid());
    }

    private String pause(Target target) throws InterruptedException {
        return pause(target.instance.awaitReady(TO_GET_READY).pid());
    }

    private String pause(long pid) throws InterruptedException {
        signal("STOP", pid);
        try {
            TimeUnit.MILLISECONDS.sleep(pause.toMillis());
        } finally {
            signal("CONT", pid);
        }
        return "paused process %d for %d ms".formatted(pid, pause.toMillis());
    }

    private static void signal(String name, long pid) throws InterruptedException {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot run kill, which pauses processes", impossible);
        }
    }

    private @Nullable String terminateConnection() {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            String one = anyConnection(connection);
            if (one == null) {
                return null;
            }
            statement.execute(server.dialect().terminate(one));
            return "terminated connection " + one;
        } catch (SQLException down) {
            return null;
        }
    }

    private @Nullable String anyConnection(Connection connection) throws SQLException {
        List<String> all = Dialect.texts(connection, server.dialect().connections());
        return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    }

    private @Nullable String killBackend() throws InterruptedException {
        try (Connection connection = server.connect()) {
            String one = anyConnection(connection);
            if (one == null) {
                return null;
            }
            ProcessHandle.of(Long.parseLong(one)).ifPresent(ProcessHandle::destroyForcibly);
            awaitServer();
            return "killed the process of connection " + one;
        } catch (SQLException down) {
            return null;
        }
    }

    private @Nullable String killServer() {
        boolean ran = server.runs();
        if (ran) {
            server.kill();
        }
        server.restart();
        return ran ? "killed the server" : null;
    }

    private @Nullable String cut(Fault fault, Target target, String where) throws InterruptedException {
        target.instance.awaitReady(TO_GET_READY);
        return target.proxy.cut(fault, random.nextInt(MOST_BYTES), TO_CUT) ? "cut a connection" + where : null;
    }

    private String fillDisk() throws InterruptedException {
        if (disk == null) {
            throw new ExperimentException("The disk cannot be full: it has no fixed size");
        }
        disk.fill();
        TimeUnit.MILLISECONDS.sleep(pause.toMillis());
        disk.free();
        boolean stayed = awaitServer();
        return "the disk was full for %d ms; the server %s"
                .formatted(pause.toMillis(), stayed ? "stayed" : "had ended");
    }

    private BrokerProcess broker() {
        if (broker == null) {
            throw new ExperimentException("There is no broker: the program needs none");
        }
        return broker;
    }

    private String killBroker() {
        broker().kill();
        broker().restart();
        return "killed the broker";
    }

    private String pauseBroker() throws InterruptedException {
        return pause(broker().pid()) + ", the broker";
    }

    private @Nullable String change(Target target, String where) throws InterruptedException {
        int number = random.nextInt(Integer.MAX_VALUE);
        return target.instance.awaitReady(TO_GET_READY).change(number) ? "change %d".formatted(number) + where : null;
    }

    /** Waits until the server answers, and starts it again if it has ended. Returns whether it had not. */
    private boolean awaitServer() throws InterruptedException {
        long end = System.nanoTime() + TO_STOP.toNanos();
        while (!server.answers()) {
            if (!server.runs() || System.nanoTime() > end) {
                server.restart();
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return true;
    }
}
