package io.concor.sample.moflow;

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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.SmartLifecycle;

/**
 * A small HTTP server that stands in for the applications, so that the gateway can be tried out alone: it takes
 * messages and counts them.
 */
class Receiver implements SmartLifecycle {

    private static final int THREADS = 1;
    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final int port;
    private final ReceiverHandler handler;
    private volatile @Nullable Channel channel;

    Receiver(int port, Set<String> paths) {
        this.port = port;
        this.handler = new ReceiverHandler(paths);
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
            throw new PortTakenException(port, taken);
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

    /** Started before the flow and stopped after it. */
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
