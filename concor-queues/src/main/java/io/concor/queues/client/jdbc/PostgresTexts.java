package io.concor.queues.client.jdbc;

import io.concor.text.Sentence;

/**
 * The statements of {@link PostgresMessages}, and subqueries over ranges of the two indexes of messages.
 *
 * <p>Ranges are compared as rows, and sorted as the index is. So only that index fits, and it gives the first row without sorting,
 * whatever PostgreSQL knows about a table that is full at one moment and empty at the next.
 */
final class PostgresTexts {

    static final String INBOX = "m.receiver, m.queue, m.due_at, m.id";
    static final String BY_SENDER = "m.receiver, m.queue, m.due_at, m.sender, m.id";
    static final String LAST = "9223372036854775807";
    static final String LAST_NUMBER = "2147483647";

    private static final String SEND = """
        with r as materialized (
          select x.*, nextval('concor_message_id') as id from (
            select r.*, c.id as from_id, t.id as to_id, q.id as queue_id from %s
            left join concor_client c on c.name = r.sender and c.registered = 1
            left join concor_client t on t.name = r.receiver and t.registered = 1
            left join (select id, name from concor_client_queue where name = any(?::text[]) for key share) q on q.name = r.queue
            order by r.n) x),
        fit as materialized (
          select *, row_number() over (partition by from_id, queue_id, message_id order by n) as nth
          from r where from_id is not null and queue_id is not null and (receiver is null or to_id is not null)),
        fresh as (
          insert into concor_message_seen as s (queue, sender, message_id, sent_at)
          select queue_id, from_id, message_id, %s from fit where message_id is not null and nth = 1 order by 1, 2, 3
          on conflict (queue, sender, message_id) do update set sent_at = excluded.sent_at where s.sent_at < excluded.sent_at - ?
          returning s.queue, s.sender, s.message_id),
        put as (
          insert into concor_message (queue, id, sender, receiver, message_id, content, length, sent_at, due_at)
          select queue_id, id, from_id, coalesce(to_id, 0), message_id, content, length, %2$s,
            case when delay = 0 then 0 else %2$s + delay end
          from fit where message_id is null or (nth = 1 and (queue_id, from_id, message_id) in (
            select queue, sender, message_id from fresh))
          order by n returning id)
        select r.from_id is not null, r.queue_id is not null, r.receiver is null or r.to_id is not null, p.id is not null, r.id
        from r left join put p on p.id = r.id order by r.n""";

    private static final String COLUMNS = "r(sender, queue, receiver, content, length, message_id, delay, n)";

    private static final String WAITING = """
        with recursive c as materialized (
          select r.n, c.id from unnest(?::text[]) with ordinality as r(name, n)
          join concor_client c on c.name = r.name and c.registered = 1),
        mine(n, client, queue, due_at) as (
          select c.n, c.id, 0, cast(0 as bigint) from c
          union all
          select w.n, w.client, x.queue, x.due_at from mine w cross join lateral %s x),
        any_of(queue, due_at, least) as (
          select 0, cast(0 as bigint), 0
          union all
          select x.queue, x.due_at, x.sender from any_of w cross join lateral %s x),
        shared as materialized (
          select w.queue, w.least, %s is not null as more from any_of w where w.queue > 0 and w.due_at = 0)
        select c.n, q.name from c
        left join lateral (
          select w.queue from mine w where w.n = c.n and w.queue > 0 and w.due_at = 0
          union
          select s.queue from shared s where s.least <> c.id or s.more) x on true
        left join concor_client_queue q on q.id = x.queue""";

    private static final String END = """
        with r as materialized (
          select r.*, c.id as me, q.id as queue_id
          from unnest(?::text[], ?::text[], ?::text[], ?::int8[], ?::int8[]) with ordinality as r(client, queue, message, id, receipt, n)
          left join concor_client c on c.name = r.client and c.registered = 1
          left join concor_client_queue q on q.name = r.queue),
        leased as materialized (
          select r.n, r.me, r.queue_id, r.id, r.receipt, m.lessee = r.me as own from r cross join lateral (
            select m.lessee from concor_message m
            where m.queue = r.queue_id and m.id = r.id and m.receipt = r.receipt and m.due_at > %1$s
              and coalesce(m.message_id, cast(m.id as varchar)) = r.message limit 1) m),
        ends as materialized (
          select distinct on (queue_id, id) queue_id, id, n, me, receipt from leased where own order by queue_id, id, n),
        gone as (
          delete from concor_message d using ends e
          where d.queue = e.queue_id and d.id = e.id and d.receipt = e.receipt and d.lessee = e.me and d.due_at > %1$s
          returning e.n)
        select r.me is not null, r.queue_id is not null, g.n is not null, coalesce(not l.own, false)
        from r left join leased l on l.n = r.n left join gone g on g.n = r.n order by r.n""";

    /** The first and the last sender of those to any client may be behind many messages of another one. */
    private static final String FILLED = """
        select p.n, s.name, x.messages from unnest(?::text[], ?::text[], ?::text[]) with ordinality as p(client, queue, sender, n)
        join concor_client_queue w on w.name = p.queue
        left join concor_client c on c.name = p.client
        left join concor_client f on f.name = p.sender
        cross join lateral (
          select h.sender, greatest(1, sum(h.one)) as messages from (%s union all %s union all %s union all %s) h group by h.sender) x
        join concor_client s on s.id = x.sender
        where p.client is null or c.id is not null""";

    private PostgresTexts() {}

    /** Returns a subquery: the first row of a range of an index. */
    static String first(String columns, String index, String above, String below) {
        return some(columns, "", index, above, below, index, 1);
    }

    /** Returns a subquery: the first rows of a range of an index. */
    static String some(
            String columns, String condition, String index, String above, String below, String order, int most) {
        return Sentence.of(
                "(select %1$s from concor_message m where %2$s(%3$s) > (%4$s) and (%3$s) < (%5$s) order by %6$s limit %7$d)",
                columns, condition, index, above, below, order, most);
    }

    static String range(String... values) {
        return String.join(", ", values);
    }

    /** Parameters: sender, queue, receiver, content, length, id, delay, names of queues, milliseconds to remember. */
    static String sendOne(String now) {
        return Sentence.of(
                SEND,
                "(values (?::text, ?::text, ?::text, ?::bytea, ?::int4, ?::text, ?::int8, 1::int8)) as " + COLUMNS,
                now);
    }

    /** The same, with arrays. */
    static String sendMany(String now) {
        return Sentence.of(
                SEND,
                "unnest(?::text[], ?::text[], ?::text[], ?::bytea[], ?::int4[], ?::text[], ?::int8[]) with ordinality as "
                        + COLUMNS,
                now);
    }

    /** Parameters: arrays of clients, queues, ids, places and numbers of leases. One message is ended once. */
    static String end(String now) {
        return Sentence.of(END, now);
    }

    /** Parameters: an array of clients. */
    static String waiting() {
        return Sentence.of(
                WAITING,
                first(
                        "m.queue, m.due_at",
                        INBOX,
                        range("w.client", "w.queue", LAST, LAST),
                        range("w.client + 1", "0", "0", "0")),
                first(
                        "m.queue, m.due_at, m.sender",
                        BY_SENDER,
                        range("0", "w.queue", LAST, LAST_NUMBER, LAST),
                        range("1", "0", "0", "0", "0")),
                first(
                        "m.sender",
                        BY_SENDER,
                        range("0", "w.queue", "0", "w.least", LAST),
                        range("0", "w.queue", "1", "0", "0")));
    }

    /** Parameters: arrays of clients, queues and senders. */
    static String filled() {
        String receiver = "coalesce(c.id, 0)";
        String above = range(receiver, "w.id", "0", "0");
        String below = range(receiver, "w.id", "1", "0");
        String ofAll = "p.sender is null and p.client is null and ";
        String last = BY_SENDER.replace(",", " desc,") + " desc";
        return Sentence.of(
                FILLED,
                some(
                        "m.sender, 1 as one",
                        "p.sender is null and ",
                        INBOX,
                        above,
                        below,
                        INBOX,
                        MessageInbox.MOST_COUNTED),
                some("m.sender, 0", ofAll, BY_SENDER, above + ", 0", below + ", 0", BY_SENDER, 1),
                some("m.sender, 0", ofAll, BY_SENDER, above + ", 0", below + ", 0", last, 1),
                some(
                        "m.sender, 1",
                        "f.id is not null and ",
                        BY_SENDER,
                        range(receiver, "w.id", "0", "f.id", "0"),
                        range(receiver, "w.id", "0", "f.id + 1", "0"),
                        BY_SENDER,
                        MessageInbox.MOST_COUNTED));
    }
}
