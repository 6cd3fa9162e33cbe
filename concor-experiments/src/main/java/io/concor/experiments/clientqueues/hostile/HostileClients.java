package io.concor.experiments.clientqueues.hostile;

import io.concor.simulator.queues.http.QueueServerAddress;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Hostile clients, each from an address of its own of the local host: the server counts wrong passwords by address. They attack until
 * they are closed. For one thread.
 */
final class HostileClients implements AutoCloseable {

    /** The most clients: each has an address 127.0.1.x. */
    static final int MAX = 250;

    private static final String NETWORK = "127.0.1.";
    private static final int CONNECT_MILLIS = 20_000;
    private static final long PATIENCE_SECONDS = 60;

    private final HostileSettings settings;
    private final QueueServerAddress server;
    private final AttackRequests requests;
    private final AttackOutcomes outcomes = new AttackOutcomes();
    private final EventLoopGroup eventLoops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoop eventLoop = eventLoops.next();
    private final ChannelGroup channels = new DefaultChannelGroup(eventLoop);
    private final Bootstrap bootstrap = new Bootstrap();
    private final List<HostileClient> clients;
    private boolean closed;
    private int begun;

    private HostileClients(HostileSettings settings, QueueServerAddress server) {
        this.settings = settings;
        this.server = server;
        this.requests = new AttackRequests(
                server.authority(), settings.hostileAccounts(), HostileSettings.guesses(), settings.patience());
        this.clients = IntStream.rangeClosed(1, settings.hostile())
                .mapToObj(number -> new HostileClient(number, settings, this::begin))
                .toList();
        bootstrap
                .group(eventLoop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS);
    }

    /** Begins the attacks. The hostile clients are registered. */
    static HostileClients start(HostileSettings settings, QueueServerAddress server) {
        HostileClients hostile = new HostileClients(settings, server);
        hostile.eventLoop.scheduleAtFixedRate(
                hostile::tick, 0, TimeUnit.SECONDS.toMillis(1) / HostileClient.TICKS, TimeUnit.MILLISECONDS);
        return hostile;
    }

    private void tick() {
        if (!closed) {
            clients.forEach(HostileClient::tick);
        }
    }

    private void begin(HostileClient client, Attack attack) {
        int queue = 1 + begun++ % settings.queues();
        HostileConnection connection = new HostileConnection(
                attack,
                requests.request(attack, client.number(), queue),
                PATIENCE_SECONDS + settings.patience().toSeconds(),
                outcome -> ended(client, attack, outcome));
        bootstrap
                .clone()
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channels.add(channel);
                        channel.pipeline().addLast(connection);
                    }
                })
                .connect(server.address(), new InetSocketAddress(NETWORK + client.number(), 0))
                .addListener((ChannelFuture connected) -> {
                    if (!connected.isSuccess() && !eventLoop.isShuttingDown()) { // maybe on another thread
                        eventLoop.execute(() -> ended(client, attack, "not connected"));
                    }
                });
    }

    private void ended(HostileClient client, Attack attack, String outcome) {
        client.ended(attack);
        if (!closed) {
            outcomes.add(attack, outcome);
        }
    }

    AttackOutcomes outcomes() {
        return outcomes;
    }

    /** Closes all connections. What has not ended has no outcome. */
    @Override
    public void close() {
        Future<?> closing = eventLoop.submit(() -> {
            closed = true;
            channels.close();
        });
        closing.syncUninterruptibly();
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
