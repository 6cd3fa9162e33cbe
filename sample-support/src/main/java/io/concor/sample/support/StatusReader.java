package io.concor.sample.support;

import java.nio.ByteBuffer;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** Reads the status of the answer to a call and ignores its body, which must not be large. For one thread at a time. */
final class StatusReader extends AbstractBinResponseConsumer<Integer> {

    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final HttpCall call;
    private int status;
    private int bytes;

    StatusReader(HttpCall call) {
        this.call = call;
    }

    @Override
    public void informationResponse(HttpResponse answer, HttpContext context) {
        call.informed();
    }

    @Override
    protected void start(HttpResponse answer, @Nullable ContentType type) {
        status = answer.getCode();
    }

    @Override
    protected int capacityIncrement() {
        return MAX_BODY_BYTES;
    }

    @Override
    protected void data(ByteBuffer body, boolean last) throws MessageConstraintException {
        bytes += body.remaining();
        if (bytes > MAX_BODY_BYTES) {
            throw new MessageConstraintException("The body has more than " + MAX_BODY_BYTES + " bytes");
        }
    }

    @Override
    protected Integer buildResult() {
        return status;
    }

    @Override
    public void releaseResources() {
        call.released();
    }
}
