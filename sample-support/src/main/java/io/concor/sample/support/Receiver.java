package io.concor.sample.support;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.SmartLifecycle;

/**
 * A small HTTP server on the local host that stands in for the services to which a sample sends its messages, so that
 * the sample runs alone. {@code GET /received} returns what it received.
 */
public final class Receiver implements SmartLifecycle {

    private static final int THREADS = 1;
    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final String properties;
    private final int port;
    private final ReceiverHandler handler;
    private volatile @Nullable Channel channel;

    /**
     * Creates a receiver, which the application context starts.
     *
     * @param properties the prefix of its properties {@code port} and {@code enabled}, for error messages
     * @param port where to listen
     * @param inbox takes the messages
     */
    public Receiver(String properties, int port, ReceiverInbox inbox) {
        this.properties = properties;
        this.port = port;
        this.handler = new ReceiverHandler(inbox);
    }

    @Override
    public void start() {
        EventLoopGroup threads = new MultiThreadIoEventLoopGroup(THREADS, NioIoHandler.newFactory());
        try {
            channel = new ServerBootstrap()
                    .group(threads)
                    .channel(NioServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, 1024)
                    .childHandler(new Pipeline())
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .syncUninterruptibly()
                    .channel();
        } catch (Exception e) {
            threads.shutdownGracefully();
            throw cannotListen(e);
        }
    }

    private RuntimeException cannotListen(Exception why) {
        PortInUseException.ifPortBindingException(why, taken -> {
            throw new PortTakenException(properties, port, taken);
        });
        return new IllegalStateException("The receiver cannot listen on port " + port + ": " + why.getMessage(), why);
    }

    @Override
    public void stop() {
        Channel open = channel;
        if (open != null) {
            channel = null;
            open.close().syncUninterruptibly();
            open.eventLoop().parent().shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    @Override
    public boolean isRunning() {
        return channel != null;
    }

    /** Starts before the flow and stops after it. */
    @Override
    public int getPhase() {
        return 0;
    }

    private final class Pipeline extends ChannelInitializer<SocketChannel> {

        @Override
        protected void initChannel(SocketChannel connection) {
            connection.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(MAX_BODY_BYTES), handler);
        }
    }
}
