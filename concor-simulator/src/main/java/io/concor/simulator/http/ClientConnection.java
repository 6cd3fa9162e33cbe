package io.concor.simulator.http;

import io.concor.simulator.load.ResponseHandler;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import org.jspecify.annotations.Nullable;

/** One connection and its current request. Confined to the thread of its pool. */
final class ClientConnection extends SimpleChannelInboundHandler<HttpObject> {

    private static final int FIRST_FINAL_STATUS = 200;

    private final ConnectionPool pool;
    private final RequestTarget target;
    private @Nullable Channel channel;
    private @Nullable ResponseHandler current;
    private int status;
    private boolean keepAlive;

    ClientConnection(ConnectionPool pool, RequestTarget target) {
        this.pool = pool;
        this.target = target;
    }

    void send(ResponseHandler next, byte[] body) {
        Channel open = channel;
        if (open == null) {
            next.failed("connection closed");
            return;
        }
        current = next;
        next.onAbort(() -> open.eventLoop().execute(() -> abort(next)));
        var request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                target.method(),
                target.path(),
                Unpooled.wrappedBuffer(body),
                target.headers().copy(),
                DefaultHttpHeadersFactory.trailersFactory().newEmptyHeaders());
        HttpUtil.setContentLength(request, body.length);
        open.writeAndFlush(request, open.voidPromise());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel = context.channel();
        pool.release(this);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
        if (part.decoderResult().isFailure()) {
            fail("unreadable answer");
            context.close();
            return;
        }
        if (part instanceof HttpResponse response) {
            status = response.status().code();
            keepAlive = HttpUtil.isKeepAlive(response);
        }
        if (part instanceof LastHttpContent && status >= FIRST_FINAL_STATUS) {
            responded(context);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        channel = null;
        fail("connection closed");
        pool.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        fail("connection failed");
        context.close();
    }

    private void responded(ChannelHandlerContext context) {
        ResponseHandler request = current;
        current = null;
        if (request != null) {
            request.responded(status);
        }
        // the end of the connection may have ended the response
        if (keepAlive && request != null && context.channel().isActive()) {
            pool.release(this);
        } else {
            context.close();
        }
    }

    /** Closes the connection, so that a late response is not taken for that of the next request. */
    private void abort(ResponseHandler overdue) {
        if (current == overdue && channel != null) {
            channel.close();
        }
    }

    private void fail(String reason) {
        ResponseHandler request = current;
        current = null;
        if (request != null) {
            request.failed(reason);
        }
    }
}
