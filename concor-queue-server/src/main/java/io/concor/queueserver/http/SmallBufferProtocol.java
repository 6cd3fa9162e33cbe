package io.concor.queueserver.http;

import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.SocketProperties;

/**
 * HTTP/1.1 with buffers of the size of usual requests and answers; what is longer passes them in pieces. A receive that waits keeps the
 * buffers of its connection, its request and its answer, most of its memory: while thousands begin, the garbage collector copies those
 * buffers, and stops the server meanwhile. What receives have used that ended, the next ones use again, from where nothing is copied.
 *
 * <p>Public because the web server creates it, by its name.
 */
public final class SmallBufferProtocol extends Http11NioProtocol {

    /** A header, and a message of the default length, in one read. */
    private static final int READ_BYTES = 4 * 1024;

    private static final int WRITE_BYTES = 2 * 1024;

    /** Of an answer, and as many characters: an answer without a declared length that is longer is sent in chunks. */
    private static final int ANSWER_BYTES = 1024;

    /** After a body in chunks; no call reads one. */
    private static final int TRAILER_BYTES = 1024;

    public SmallBufferProtocol() {
        SocketProperties socket = getEndpoint().getSocketProperties();
        socket.setAppReadBufSize(READ_BYTES);
        socket.setAppWriteBufSize(WRITE_BYTES);
        setMaxTrailerSize(TRAILER_BYTES);
    }

    /**
     * Keeps the buffers of as many connections as of requests, {@code server.tomcat.processor-cache}; not those of TLS, which are ten times
     * as large.
     */
    @Override
    public void init() throws Exception {
        if (!isSSLEnabled()) {
            getEndpoint().getSocketProperties().setBufferPool(getProcessorCache());
        }
        super.init();
    }

    @Override
    public int getDesiredBufferSize() {
        return ANSWER_BYTES;
    }
}
