package io.concor.autoconfigure.endpoint;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.regex.Pattern;

/** Sends requests that client libraries do not send. */
public final class RawHttp {

    private static final int PATIENCE_MILLIS = 20_000;
    /** Reads an object with or without chunked encoding. */
    private static final Pattern END = Pattern.compile("}\\s*(0\\s*)?\\z");

    private RawHttp() {}

    /** Sends a request unchanged and returns the response with its headers, up to the end of the JSON object. */
    public static String exchange(int port, String request) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            socket.getOutputStream().flush();
            return read(socket.getInputStream());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String read(InputStream answer) throws IOException {
        StringBuilder text = new StringBuilder();
        byte[] some = new byte[8192];
        for (int count = answer.read(some); count >= 0; count = answer.read(some)) {
            text.append(new String(some, 0, count, ISO_8859_1));
            if (END.matcher(text).find()) {
                break;
            }
        }
        return text.toString();
    }
}
