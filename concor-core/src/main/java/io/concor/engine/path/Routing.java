package io.concor.engine.path;

/** The routing table in force. Any thread reads it; only changes, starts and stops write it. */
final class Routing {

    private volatile RoutingTable table;

    Routing(RoutingTable table) {
        this.table = table;
    }

    RoutingTable table() {
        return table;
    }

    void use(RoutingTable next) {
        table = next;
    }
}
