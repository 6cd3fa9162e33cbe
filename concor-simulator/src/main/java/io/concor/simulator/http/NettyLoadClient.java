package io.concor.simulator.http;

import io.concor.simulator.load.LoadClient;
import io.concor.simulator.load.LoadRequest;
import io.concor.simulator.load.ResponseHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An HTTP/1.1 client with persistent connections and without pipelining. Requests wait in order for a connection. */
public final class NettyLoadClient implements LoadClient {

    private final EventLoopGroup eventLoops;
    private final List<ConnectionPool> pools = new ArrayList<>();
    private int next;

    /**
     * Creates a client. It opens connections on demand.
     *
     * @param target where requests are sent
     * @param connections maximum number of connections; a multiple of {@code threads}
     * @param threads event loops; connections and requests are distributed evenly
     */
    public NettyLoadClient(RequestTarget target, int connections, int threads) {
        eventLoops = new MultiThreadIoEventLoopGroup(threads, NioIoHandler.newFactory());
        for (int i = 0; i < threads; i++) {
            pools.add(new ConnectionPool(eventLoops.next(), target, connections / threads));
        }
    }

    @Override
    public void send(LoadRequest request, byte[] body) {
        send((ResponseHandler) request, body);
    }

    /** Sends a request that is not part of a run, in the same way. */
    public void send(ResponseHandler request, byte[] body) {
        pools.get(next).send(request, body);
        next = (next + 1) % pools.size();
    }

    @Override
    public void close() {
        eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
