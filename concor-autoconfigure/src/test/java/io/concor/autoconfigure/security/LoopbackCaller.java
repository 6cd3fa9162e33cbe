package io.concor.autoconfigure.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Calls a port of the local host by HTTP from an address of the loopback interface, such as 127.0.0.2.
 *
 * @param address the address of the caller
 * @param port the port of the application
 */
record LoopbackCaller(String address, int port) {

    private static final int STATUS_LINE = "HTTP/1.1 200 ".length();

    /**
     * An answer.
     *
     * @param text the status line, the headers and the body
     */
    record Answer(String text) {

        int status() {
            return Integer.parseInt(text.split(" ", 3)[1]);
        }

        int retryAfterSeconds() {
            Matcher header = Pattern.compile("\r\nRetry-After: (\\d+)\r\n").matcher(text);
            return header.find() ? Integer.parseInt(header.group(1)) : -1;
        }
    }

    Answer get(String path) {
        return request(path, "");
    }

    Answer get(String path, String user, String password) {
        String pair = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return request(path, "Authorization: Basic " + pair + "\r\n");
    }

    Answer get(String path, Map<String, String> headers) {
        return send("GET", path, headers);
    }

    /** Sends a request without a body. */
    Answer send(String method, String path, Map<String, String> headers) {
        String lines = headers.entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue() + "\r\n")
                .collect(Collectors.joining());
        return exchange(method, path, lines + "Content-Length: 0\r\n", InputStream::readAllBytes);
    }

    /** Sends the headers of a form of a page and none of its bytes. The server may keep the connection for them. */
    Answer announceForm(String path, int bytes) {
        String headers = "Origin: http://localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n";
        return exchange(
                "POST", path, headers + "Content-Length: " + bytes + "\r\n", input -> input.readNBytes(STATUS_LINE));
    }

    private Answer request(String path, String header) {
        return exchange("GET", path, header, InputStream::readAllBytes);
    }

    private interface Reading {

        byte[] from(InputStream input) throws IOException;
    }

    private Answer exchange(String method, String path, String header, Reading reading) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0)) {
            socket.setSoTimeout(30_000);
            String request =
                    "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n".formatted(method, path, header);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new Answer(new String(reading.from(socket.getInputStream()), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
