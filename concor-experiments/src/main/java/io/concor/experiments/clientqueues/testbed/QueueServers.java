package io.concor.experiments.clientqueues.testbed;

import io.concor.experiments.durable.server.DatabaseKind;
import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.testbed.DataFolder;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.queues.http.QueueServerAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Queue servers on one PostgreSQL with durable commits, each in a process of its own. For one thread. */
public final class QueueServers implements AutoCloseable {

    private final DurableServer database;
    private final List<QueueServerProcess> servers;
    private final Deque<Runnable> endings;

    private QueueServers(DurableServer database, List<QueueServerProcess> servers, Deque<Runnable> endings) {
        this.database = database;
        this.servers = servers;
        this.endings = endings;
    }

    /**
     * Starts an empty database and servers, and waits until they are ready.
     *
     * @param folder for logs, and data until the end
     */
    public static QueueServers start(Workspace workspace, Path folder, int count, QueueServerSettings settings) {
        QueueServerLauncher.requireBuilt(workspace);
        Deque<Runnable> endings = new ArrayDeque<>();
        try {
            Path data = DataFolder.createIn(folder);
            endings.push(() -> DataFolder.delete(data));
            DurableServer database =
                    DurableServer.start(workspace, DatabaseKind.postgres, folder, data.resolve("server"));
            endings.push(database::close);
            QueueServerLauncher launcher = new QueueServerLauncher(workspace, database, settings, data);
            List<QueueServerProcess> servers = new ArrayList<>();
            for (int number = 1; number <= count; number++) {
                QueueServerProcess server = new QueueServerProcess(launcher, folder, number);
                endings.push(server::close);
                servers.add(server);
            }
            servers.forEach(QueueServerProcess::awaitHealth);
            return new QueueServers(database, List.copyOf(servers), endings);
        } catch (RuntimeException failed) {
            endings.forEach(Runnable::run);
            throw failed;
        }
    }

    public DurableServer database() {
        return database;
    }

    public List<QueueServerProcess> all() {
        return servers;
    }

    public List<QueueServerAddress> addresses() {
        return servers.stream().map(QueueServerProcess::address).toList();
    }

    @Override
    public void close() {
        endings.forEach(Runnable::run);
    }
}
