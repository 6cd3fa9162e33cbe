package io.concor.diagnosis.signal;

/**
 * What may hold a connection.
 *
 * @param threads number of threads with an event, and of others that may use a pool. The latter are counted only while
 *     connections are in use that nothing in the flows can hold
 * @param transactions number of other events within a transaction: they wait between two components of its scope
 * @param idle number of other threads that seem to wait for work, and hold one only if they do not
 */
public record ConnectionHolders(double threads, double transactions, double idle) {

    static final ConnectionHolders NONE = new ConnectionHolders(0, 0, 0);

    ConnectionHolders plus(ConnectionHolders other) {
        return new ConnectionHolders(threads + other.threads, transactions + other.transactions, idle + other.idle);
    }
}
