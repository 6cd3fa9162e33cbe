package io.concor.queues.client.jdbc;

import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Finds messages that a client could receive, without locks, for {@link StepwiseMessages}. Thread-safe. */
final class MessageCandidates {

    /** So many may just be taken by others. */
    private static final int MOST = 16;
    /** So many messages of the client itself are stepped over. */
    private static final int MOST_OWN = 64;

    private static final String CLIENT = "(select id from concor_client where name = ? and registered = 1)";
    private static final String QUEUE = "(select id from concor_client_queue where name = ?)";
    private static final String SENDER = "(select id from concor_client where name = ?)";

    private static final int PARTIES = 0;
    private static final int OWN = 1;
    private static final int SHARED = 2;

    private final String inboxes;
    private final String bySender;
    private final String ofAll;
    private final String ofSender;

    MessageCandidates(Dialect dialect) {
        inboxes = "concor_message m" + hint(dialect, "concor_message_inbox");
        bySender = "concor_message m" + hint(dialect, "concor_message_sender");
        ofAll = parties() + range(OWN, inboxes, CLIENT, "") + range(SHARED, inboxes, "0", "");
        ofSender = parties()
                + range(OWN, bySender, CLIENT, " and m.sender = " + SENDER)
                + range(SHARED, bySender, "0", " and m.sender = " + SENDER);
    }

    /** Statistics of a table that is empty at times would lead to another index. */
    private static String hint(Dialect dialect, String index) {
        return switch (dialect.id()) {
            case "mariadb", "mysql" -> " force index (" + index + ")";
            case "sqlite" -> " indexed by " + index;
            default -> "";
        };
    }

    private static String parties() {
        return "select " + PARTIES + " as kind, coalesce(" + CLIENT + ", 0) as one, coalesce(" + QUEUE
                + ", 0) as two, coalesce(" + SENDER + ", 0) as three";
    }

    private static String range(int kind, String table, String receiver, String condition) {
        return " union all select * from (select " + kind + " as kind, m.id as one, m.sender as two, 0 as three from "
                + table + " where m.receiver = " + receiver + " and m.queue = " + QUEUE + " and m.due_at = 0"
                + condition
                + " order by m.id limit " + (kind == SHARED ? MOST_OWN : MOST) + ") r" + kind;
    }

    /**
     * Returns a query of the senders of messages in an inbox: place, name, number of messages.
     *
     * @param parameters gets those of the query
     */
    String sendersIn(int place, MessageInbox inbox, List<Object> parameters) {
        StringBuilder senders = new StringBuilder();
        String ofSender = inbox.from() == null ? "" : " and m.sender = " + SENDER;
        String table = inbox.from() == null ? inboxes : bySender;
        senders.append(senders(1, table, inbox, ofSender, "m.id limit " + MessageInbox.MOST_COUNTED, parameters));
        if (inbox.client() == null && inbox.from() == null) { // two that may be behind many messages of another one
            senders.append(" union all ").append(senders(0, bySender, inbox, "", "m.sender limit 1", parameters));
            senders.append(" union all ").append(senders(0, bySender, inbox, "", "m.sender desc limit 1", parameters));
        }
        return "select " + place + " as place, (select s.name from concor_client s where s.id = h.sender) as name,"
                + " sum(h.one) as messages from (" + senders + ") h group by h.sender";
    }

    private static String senders(
            int one, String table, MessageInbox inbox, String ofSender, String order, List<Object> parameters) {
        String receiver = "0";
        if (inbox.client() != null) {
            receiver = SENDER;
            parameters.add(inbox.client());
        }
        parameters.add(inbox.queue());
        if (inbox.from() != null) {
            parameters.add(inbox.from());
        }
        return "select r.sender as sender, " + one + " as one from (select m.sender from " + table
                + " where m.receiver = " + receiver + " and m.queue = " + QUEUE + " and m.due_at = 0" + ofSender
                + " order by " + order + ") r";
    }

    /**
     * What one query found.
     *
     * @param client the number of the client, or 0 if it is not registered
     * @param queue the number of the queue, or 0
     * @param from the number of the sender that is asked for, or 0
     * @param messages the first messages for the client, oldest first
     */
    record Found(int client, int queue, int from, List<Long> messages) {}

    private record Row(int kind, long one, int two, int three) {

        static Row of(ResultSet row) throws SQLException {
            return new Row(row.getInt(1), row.getLong(2), row.getInt(3), row.getInt(4));
        }
    }

    /** Finds those for a request. */
    Found find(Connection connection, ReceiveRequest request) throws SQLException {
        String client = request.client();
        String queue = request.queue();
        String from = request.from();
        List<Row> rows = from == null
                ? Sql.list(connection, ofAll, Row::of, client, queue, "", client, queue, queue)
                : Sql.list(connection, ofSender, Row::of, client, queue, from, client, queue, from, queue, from);
        Row parties =
                rows.stream().filter(row -> row.kind() == PARTIES).findFirst().orElseThrow();
        int number = Math.toIntExact(parties.one());
        List<Long> messages = number == 0 ? List.of() : messages(connection, rows, number, parties.two(), from == null);
        return new Found(number, parties.two(), parties.three(), messages);
    }

    private List<Long> messages(Connection connection, List<Row> rows, int number, int queue, boolean anySender)
            throws SQLException {
        List<Long> messages = new ArrayList<>(of(rows, OWN, row -> row.two() != number));
        List<Long> shared = of(rows, SHARED, row -> row.two() != number);
        boolean hidden =
                anySender && shared.isEmpty() && of(rows, SHARED, row -> true).size() == MOST_OWN;
        messages.addAll(hidden ? behindOwn(connection, number, queue) : shared);
        messages.sort(null);
        return messages;
    }

    private static List<Long> of(List<Row> rows, int kind, Predicate<Row> condition) {
        return rows.stream()
                .filter(row -> row.kind() == kind && condition.test(row))
                .map(Row::one)
                .toList();
    }

    /** Asks for the first messages of each sender but the client. */
    private List<Long> behindOwn(Connection connection, int client, int queue) throws SQLException {
        String next = "select m.sender from " + bySender
                + " where m.receiver = 0 and m.queue = ? and m.due_at = 0 and m.sender > ? order by m.sender limit 1";
        String first = "select m.id from " + bySender
                + " where m.receiver = 0 and m.queue = ? and m.due_at = 0 and m.sender = ? order by m.id limit ?";
        List<Long> found = new ArrayList<>();
        long sender = Sql.number(connection, next, queue, 0);
        while (sender > 0) {
            if (sender != client) {
                found.addAll(Sql.list(connection, first, row -> row.getLong(1), queue, sender, MOST));
            }
            sender = Sql.number(connection, next, queue, sender);
        }
        return found;
    }

    /** Returns the names of the queues in which messages wait for a client. */
    List<String> queuesWithMessages(Connection connection, int client) throws SQLException {
        String shared = " or exists (select 1 from " + bySender
                + " where m.receiver = 0 and m.queue = q.id and m.due_at = 0 and m.sender ";
        String sql = "select q.name from concor_client_queue q where exists (select 1 from " + inboxes
                + " where m.receiver = ? and m.queue = q.id and m.due_at = 0)" + shared + "< ?)" + shared + "> ?)";
        return Sql.list(connection, sql, row -> row.getString(1), client, client, client);
    }
}
