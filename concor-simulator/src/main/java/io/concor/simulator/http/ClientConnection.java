package io.concor.simulator.http;

import io.concor.simulator.load.LoadRequest;
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

/** One connection and the request that is on it. Belongs to the thread of its lane. */
final class ClientConnection extends SimpleChannelInboundHandler<HttpObject> {

    private static final int FIRST_FINAL_STATUS = 200;

    private final ConnectionPool lane;
    private final RequestTarget target;
    private final ResponseHandler answers;
    private @Nullable Channel channel;
    private @Nullable LoadRequest exchange;
    private int status;
    private boolean kept;

    ClientConnection(ConnectionPool lane, RequestTarget target, ResponseHandler answers) {
        this.lane = lane;
        this.target = target;
        this.answers = answers;
    }

    void send(LoadRequest next, byte[] body) {
        Channel open = channel;
        if (open == null) {
            answers.failed(next, "connection closed");
            return;
        }
        exchange = next;
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
        lane.free(this);
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
            kept = HttpUtil.isKeepAlive(response);
        }
        if (part instanceof LastHttpContent && status >= FIRST_FINAL_STATUS) {
            answered(context);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        channel = null;
        fail("connection closed");
        lane.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
        fail("connection failed");
        context.close();
    }

    private void answered(ChannelHandlerContext context) {
        LoadRequest answered = exchange;
        exchange = null;
        if (answered != null) {
            answers.answered(answered, status);
        }
        // an answer may end with its connection, which then takes no other request
        if (kept && answered != null && context.channel().isActive()) {
            lane.free(this);
        } else {
            context.close();
        }
    }

    /** A request that timed out must not leave its answer to the next one. */
    private void abort(LoadRequest overdue) {
        if (exchange == overdue && channel != null) {
            channel.close();
        }
    }

    private void fail(String reason) {
        LoadRequest failed = exchange;
        exchange = null;
        if (failed != null) {
            answers.failed(failed, reason);
        }
    }
}
