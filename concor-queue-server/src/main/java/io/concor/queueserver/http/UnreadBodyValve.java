package io.concor.queueserver.http;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/**
 * Lets the connection of a request be closed whose body has not been read to its end. The web server would first wait on its thread for
 * more of the body. Thread-safe.
 *
 * <p>This ends all bodies: those that no call wants, such as that of a caller that is not known, and what {@link IncomingBody} leaves of
 * one. That one reads, without a thread, what a call wants, and some of what is too much: a client that still sends could not read its
 * answer. For a body that no call wants this is not worth its reading.
 */
final class UnreadBodyValve extends ValveBase {

    UnreadBodyValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        getNext().invoke(request, response);
        if (!request.isAsync() && !request.isFinished()) {
            request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }
}
