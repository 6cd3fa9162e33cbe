package io.concor.experiments.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Accepts connections for a proxy, and connects each to a port of this machine or closes it. Thread-safe. */
public final class ProxyServer implements AutoCloseable {

    private final InetSocketAddress target;
    private final Relay relay;
    private final ServerSocket server;

    /** What a proxy does with a connection. When it returns, both sides are closed. */
    @FunctionalInterface
    public interface Relay {
        void relay(Socket client, Socket target) throws IOException;
    }

    /** What a thread does until its connection ends. */
    @FunctionalInterface
    public interface Relaying {
        void run() throws IOException;
    }

    private ProxyServer(int targetPort, Relay relay) throws IOException {
        this.target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
        this.relay = relay;
        this.server = new ServerSocket(FreePorts.next(), 0, InetAddress.getLoopbackAddress());
    }

    /** Accepts connections from now on. */
    public static ProxyServer start(int targetPort, Relay relay) {
        try {
            ProxyServer started = new ProxyServer(targetPort, relay);
            startThread("proxy", started::accept);
            return started;
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot relay to port " + targetPort, impossible);
        }
    }

    /** Runs it on a thread of its own that ends with the connection. */
    public static void startThread(String name, Relaying relaying) {
        Thread thread = new Thread(
                () -> {
                    try {
                        relaying.run();
                    } catch (IOException closed) {
                        // one of the two sides has ended the connection
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = server.accept();
            startThread("proxy-connection", () -> relay(client));
        }
    }

    private void relay(Socket client) throws IOException {
        try (client;
                Socket connected = new Socket()) {
            client.setTcpNoDelay(true);
            connected.setTcpNoDelay(true);
            connected.connect(target);
            relay.relay(client, connected);
        }
    }

    /** Returns the port for clients. */
    public int port() {
        return server.getLocalPort();
    }

    /** Accepts no more connections. */
    @Override
    public void close() throws IOException {
        server.close();
    }
}
