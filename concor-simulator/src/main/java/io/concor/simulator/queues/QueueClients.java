package io.concor.simulator.queues;

import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.check.DeliveryCheck;
import io.concor.simulator.queues.check.MessageContents;
import io.concor.simulator.queues.check.MessageRoutes;
import io.concor.simulator.queues.http.RequestRate;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The clients of this process, on their event loops. Used by one thread. */
final class QueueClients implements AutoCloseable {

    private static final long EXPIRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Failures of a client in a row, for each server, after which the setup fails. */
    private static final int MAX_SETUP_FAILURES = 4;

    private final ClientLoadSettings settings;
    private final EventLoopGroup eventLoops;
    private final List<Group> groups = new ArrayList<>();
    private final List<QueueClient> clients = new ArrayList<>();
    private final List<RequestLog> logs = new ArrayList<>();
    private final AtomicReference<@Nullable IOException> logFailure = new AtomicReference<>();
    private boolean loading;

    /** The clients of one event loop. */
    private record Group(EventLoop eventLoop, List<QueueClient> clients) {}

    QueueClients(ClientLoadSettings settings, MessageContents contents, MessageRoutes routes, DeliveryCheck check) {
        this.settings = settings;
        this.eventLoops = new MultiThreadIoEventLoopGroup(settings.threads(), NioIoHandler.newFactory());
        QueueRequests requests = new QueueRequests(settings, contents);
        for (int i = 0; i < settings.threads(); i++) {
            groups.add(new Group(eventLoops.next(), new ArrayList<>()));
        }
        ClientRange range = settings.clients();
        for (int number = range.first(); number < range.first() + range.count(); number++) {
            Group group = groups.get(number % groups.size());
            QueueClient client = new QueueClient(number, settings, requests, routes, check, group.eventLoop);
            group.clients.add(client);
            clients.add(client);
            logs.add(log(number));
        }
        groups.forEach(QueueClients::expirePeriodically);
    }

    private RequestLog log(int client) {
        Path folder = settings.log();
        return folder == null
                ? RequestLog.NONE
                : new RequestLogFile(
                        folder.resolve("client-" + client + ".csv"), e -> logFailure.compareAndSet(null, e));
    }

    private static void expirePeriodically(Group group) {
        Runnable expiry = () -> {
            long now = System.nanoTime();
            group.clients.forEach(client -> client.expire(now));
        };
        group.eventLoop.scheduleAtFixedRate(expiry, EXPIRY_NANOS, EXPIRY_NANOS, TimeUnit.NANOSECONDS);
    }

    /** Begins with the registration of clients and the creation of queues. */
    void setUp() {
        clients.forEach(QueueClient::start);
    }

    /**
     * Whether the setup has ended.
     *
     * @throws SetupException if it has failed
     */
    boolean isSetUp() {
        for (QueueClient client : clients) {
            String failure = client.setupFailure();
            boolean isHopeless = client.failures()
                    >= MAX_SETUP_FAILURES * settings.connections().servers().size();
            if (failure != null || isHopeless) {
                throw new SetupException(String.valueOf(failure == null ? client.lastFailure() : failure));
            }
        }
        return clients.stream().allMatch(QueueClient::isSetUp);
    }

    void startLoad(QueuesRecorder recorder, long originNanos) {
        loading = true;
        RequestRate rate = new RequestRate(settings.rate(), originNanos);
        for (int i = 0; i < clients.size(); i++) {
            clients.get(i).startLoad(new LoadObserver(recorder, logs.get(i), originNanos), rate);
        }
    }

    /** Stops sending, and goes on to receive. */
    void drain() {
        clients.forEach(QueueClient::drain);
    }

    /** Whether each client has stopped sending, and no message waited for it at its last look. */
    boolean areIdle() {
        return clients.stream().allMatch(QueueClient::isIdle);
    }

    /** Returns when the last request failed. */
    long lastFailureNanos() {
        long now = System.nanoTime();
        return now
                - clients.stream()
                        .mapToLong(client -> now - client.lastFailureNanos())
                        .min()
                        .orElse(0);
    }

    /** Whether the load has begun. */
    boolean areLoading() {
        return loading;
    }

    /** Returns why a log is incomplete, or null. */
    @Nullable
    IOException logFailure() {
        return logFailure.get();
    }

    /** Closes the connections and writes the logs. */
    @Override
    public void close() {
        for (Group group : groups) {
            group.eventLoop
                    .submit(() -> group.clients.forEach(QueueClient::close))
                    .syncUninterruptibly();
        }
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        logs.forEach(RequestLog::flush);
    }
}
