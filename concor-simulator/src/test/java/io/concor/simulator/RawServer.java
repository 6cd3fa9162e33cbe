package io.concor.simulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server that responds to each request with the same characters, whether or not they are HTTP. */
final class RawServer implements AutoCloseable {

    private final ServerSocket socket;
    private final String response;

    RawServer(String response) throws IOException {
        this.response = response;
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "http://localhost:" + socket.getLocalPort() + "/raw";
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket connection = socket.accept()) {
                readHead(connection);
                connection.getOutputStream().write(response.getBytes(StandardCharsets.ISO_8859_1));
            } catch (IOException closed) {
                // by the client or by the test
            }
        }
    }

    private static void readHead(Socket connection) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
        String line = lines.readLine();
        while (line != null && !line.isEmpty()) {
            line = lines.readLine();
        }
    }
}
