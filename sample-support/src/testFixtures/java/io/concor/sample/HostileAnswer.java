package io.concor.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** What a {@link HostileServer} sends in place of an answer, until its peer closes the connection. */
public enum HostileAnswer {
    ENDLESS_HEADER_LINE("HTTP/1.1 200 OK\r\nX-Long: ", "x".repeat(8_000)),
    ENDLESS_HEADERS("HTTP/1.1 200 OK\r\n", "X-Many: x\r\n".repeat(800)),
    ENDLESS_STATUS_LINE("HTTP/1.1 200 ", "O".repeat(8_000)),
    ENDLESS_BODY("HTTP/1.1 200 OK\r\n\r\n", "x".repeat(8_000)),
    ENDLESS_CHUNKS("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n".repeat(1_000)),
    ENDLESS_TRAILERS("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "X-Many: x\r\n".repeat(800)),
    ENDLESS_100("", "HTTP/1.1 100 Continue\r\n\r\n".repeat(300)),
    ENDLESS_103("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(300)),
    GARBAGE("\u0000\u0016\u0003\u0001garbage\r\n\r\n", "\u0000\u0001\u0002\r\n"),
    CUT_HEAD("HTTP/1.1 200 OK\r\nContent-Le", Rest.CUT),
    CUT_BODY("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", Rest.CUT),
    NOTHING("", Rest.CUT),
    SILENCE("", Rest.SILENT),
    SILENCE_IN_BODY("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", Rest.SILENT),
    /** The begin of a record of TLS, which a peer takes for a bad answer if it does not use TLS. */
    DRIPPING_TLS("\u0016\u0003\u0003\u003f\u003f", Rest.DRIPPING),
    DRIPPING_HEAD("HTTP/1.1 200 OK\r\nX-Long: ", Rest.DRIPPING),
    DRIPPING_BODY("HTTP/1.1 200 OK\r\n\r\n", Rest.DRIPPING),
    DRIPPING_ERROR("HTTP/1.1 500 Error\r\nContent-Length: 1000000\r\n\r\n", Rest.DRIPPING);

    private static final long DRIP_MILLIS = 200;

    private final String begin;
    private final String repeated;
    private final Rest rest;

    /** Repeats a text as fast as the peer reads. */
    HostileAnswer(String begin, String repeated) {
        this(begin, repeated, Rest.ENDLESS);
    }

    HostileAnswer(String begin, Rest rest) {
        this(begin, "x", rest);
    }

    HostileAnswer(String begin, String repeated, Rest rest) {
        this.begin = begin;
        this.repeated = repeated;
        this.rest = rest;
    }

    private enum Rest {
        ENDLESS,
        DRIPPING,
        SILENT,
        CUT
    }

    /** Returns whether the answer keeps its connection busy without breaking a limit of its size. */
    public boolean isSlow() {
        return rest == Rest.DRIPPING || rest == Rest.SILENT;
    }

    void send(Socket peer) throws IOException, InterruptedException {
        OutputStream out = peer.getOutputStream();
        out.write(begin.getBytes(US_ASCII));
        byte[] more = repeated.getBytes(US_ASCII);
        while (rest == Rest.ENDLESS || rest == Rest.DRIPPING) {
            out.write(more);
            TimeUnit.MILLISECONDS.sleep(rest == Rest.DRIPPING ? DRIP_MILLIS : 0);
        }
        if (rest == Rest.CUT) {
            peer.close();
        }
    }
}
