package io.concor.queues.client.jdbc;

import static io.concor.queues.client.jdbc.PostgresTexts.BY_SENDER;
import static io.concor.queues.client.jdbc.PostgresTexts.INBOX;
import static io.concor.queues.client.jdbc.PostgresTexts.LAST;
import static io.concor.queues.client.jdbc.PostgresTexts.first;
import static io.concor.queues.client.jdbc.PostgresTexts.range;

import io.concor.text.Sentence;

/**
 * The statements of {@link PostgresReceives}. Those of {@link Candidates} walk over the candidates of one request. Those of {@link
 * Senders} look for several requests at the first candidate of each: one plan is set up for all of them, which costs as much as to
 * look for one.
 */
final class ReceiveTexts {

    /** How many messages that cannot be taken one call steps over. */
    private static final int MOST_STEPS = 64;

    private static final String ME = "(select id from me)";
    private static final String QUEUE = "(select id from q)";
    private static final String FROM = "(select id from f)";

    private static final String PARTIES = """
        me as materialized (select id from concor_client where name = ? and registered = 1),
        q as materialized (select id from concor_client_queue where name = ?)""";

    private static final String SENDER = """
        ,
        f as materialized (select id from concor_client where name = ?)""";

    /** All candidates in their order; read no further than needed. */
    private static final String WALK = """
        ,
        walk(id, own, n) as (
          select cast(0 as bigint), true, 0
          union all
          select c.id, c.own, w.n + 1 from walk w cross join lateral (
            select u.id, u.own from (%s union all %s) u order by u.id limit 1) c
          where w.n < %d%s)""";

    private static final String PICKED = """
        ,
        picked as materialized (
          select l.id from walk w cross join lateral (
            select m.id from concor_message m
            where m.queue = (select id from q) and m.id = w.id and m.due_at = 0 for update skip locked) l
          where not w.own limit 1)""";

    private static final String SEEN = """
        ,
        picked as materialized (select w.id from walk w where not w.own limit 1)""";

    /** What is read of a message. */
    private static final String ROW = "m.id, m.sender, m.receiver, m.message_id, m.content, m.sent_at, m.due_at";

    private static final String READ = """
        ,
        taken as (select %s from picked p join concor_message m on m.queue = (select id from q) and m.id = p.id)""";

    private static final String DELETE = """
        ,
        taken as (delete from concor_message m using picked p
          where m.queue = (select id from q) and m.id = p.id returning %s)""";

    private static final String LEASE = """
        ,
        taken as (update concor_message m set due_at = %s + ?, lessee = (select id from me), receipt = ? from picked p
          where m.queue = (select id from q) and m.id = p.id returning %s)""";

    /** The numbers are those of {@link MessageStatements.ReceiveAnswer.State}. */
    private static final String ANSWER = """

        select (select id from me), (select id from q), %s,
          case when exists (select 1 from picked) then 0
            else (select case when bool_or(not w.own) then 2 when max(w.n) = %d then 3 else 1 end from walk w) end,
          t.id, s.name, t.receiver, t.message_id, t.content, t.sent_at, t.due_at
        from (select 1) one left join taken t on true left join concor_client s on s.id = t.sender""";

    /** The first message of each sender but the client, and the client's first one, in their order. */
    private static final String HEADS = """
        ,
        senders(sender) as (
          select 0
          union all
          select x.sender from senders w cross join lateral %s x),
        walk(id, own, n) as materialized (
          select c.id, false, 1 from (
            select h.id from senders w cross join lateral %s h where w.sender > 0 and w.sender <> (select id from me)
            union all
            select h.id from %s h) c order by c.id)""";

    private static final String REQUESTS = """
        with r as materialized (
          select r.*,
            (select id from concor_client where name = r.client and registered = 1) as me,
            (select id from concor_client_queue where name = r.queue) as queue_id,
            %s as from_id
          from unnest(%s) with ordinality as r(%s, n))""";

    private static final String HEAD_SENDER = "(select id from concor_client where name = r.sender)";

    private static final String CANDIDATE_HEADS = """
        ,
        head as materialized (
          select r.*, c.id, c.own from r cross join lateral (
            select u.id, u.own from (%s union all %s) u order by u.id limit 1) c
          where %s)""";

    /** If it is the first one of several requests, the first of them gets it. */
    private static final String PICKED_HEADS = """
        ,
        picked as materialized (
          select h.* from (
            select distinct on (queue_id, id) * from head where not own order by queue_id, id, n) h
          cross join lateral (
            select m.id from concor_message m
            where m.queue = h.queue_id and m.id = h.id and m.due_at = 0 for update skip locked) l)""";

    private static final String DELETE_HEADS = """
        ,
        taken as (delete from concor_message m using picked p where m.queue = p.queue_id and m.id = p.id returning p.n, %s)""";

    private static final String LEASE_HEADS = """
        ,
        taken as (update concor_message m set due_at = %s + p.lease, lessee = p.me, receipt = p.receipt from picked p
          where m.queue = p.queue_id and m.id = p.id returning p.n, %s)""";

    private static final String READ_HEADS = """
        ,
        taken as (select h.n, %s from head h join concor_message m on m.queue = h.queue_id and m.id = h.id where not h.own)""";

    /** The numbers are those of {@link MessageStatements.ReceiveAnswer.State}. */
    private static final String HEAD_ANSWERS = """

        select r.me, r.queue_id, %s, case when t.n is not null then 0 when h.n is null then 1 else 4 end,
          t.id, s.name, t.receiver, t.message_id, t.content, t.sent_at, t.due_at
        from r left join head h on h.n = r.n left join taken t on t.n = r.n left join concor_client s on s.id = t.sender
        order by r.n""";

    private ReceiveTexts() {}

    /** Parameters: client, queue. */
    private static String walk() {
        return "with recursive " + PARTIES
                + Sentence.of(
                        WALK,
                        first("m.id, false as own", INBOX, range(ME, QUEUE, "0", "w.id"), range(ME, QUEUE, "1", "0")),
                        first(
                                "m.id, m.sender = " + ME + " as own",
                                INBOX,
                                range("0", QUEUE, "0", "w.id"),
                                range("0", QUEUE, "1", "0")),
                        MOST_STEPS,
                        "");
    }

    /** Parameters: client, queue, sender. */
    private static String walkFrom() {
        String next = FROM + " + 1";
        return "with recursive " + PARTIES + SENDER
                + Sentence.of(
                        WALK,
                        first(
                                "m.id, false as own",
                                BY_SENDER,
                                range(ME, QUEUE, "0", FROM, "w.id"),
                                range(ME, QUEUE, "0", next, "0")),
                        first(
                                "m.id, false as own",
                                BY_SENDER,
                                range("0", QUEUE, "0", FROM, "w.id"),
                                range("0", QUEUE, "0", next, "0")),
                        MOST_STEPS,
                        " and " + FROM + " <> " + ME);
    }

    /** Parameters: client, queue. */
    private static String walkBehindOwn() {
        return "with recursive " + PARTIES
                + Sentence.of(
                        HEADS,
                        first(
                                "m.sender",
                                BY_SENDER,
                                range("0", QUEUE, "0", "w.sender", LAST),
                                range("0", QUEUE, "1", "0", "0")),
                        first(
                                "m.id",
                                BY_SENDER,
                                range("0", QUEUE, "0", "w.sender", "0"),
                                range("0", QUEUE, "0", "w.sender + 1", "0")),
                        first("m.id", INBOX, range(ME, QUEUE, "0", "0"), range(ME, QUEUE, "1", "0")));
    }

    /** Which candidates a statement walks over. */
    enum Candidates {
        OF_ALL(walk(), "true"),
        OF_SENDER(walkFrom(), FROM + " is not null"),
        BEHIND_OWN(walkBehindOwn(), "true");

        private final String walk;
        private final String fromKnown;

        Candidates(String walk, String fromKnown) {
            this.walk = walk;
            this.fromKnown = fromKnown;
        }

        /** Parameters: client, queue, sender if of one. */
        String delete() {
            return walk + PICKED + Sentence.of(DELETE, ROW) + answer();
        }

        /** Parameters: client, queue, sender if of one, milliseconds, number of the lease. */
        String lease(String now) {
            return walk + PICKED + Sentence.of(LEASE, now, ROW) + answer();
        }

        /** Parameters: client, queue, sender if of one. */
        String read() {
            return walk + SEEN + Sentence.of(READ, ROW) + answer();
        }

        private String answer() {
            return Sentence.of(ANSWER, fromKnown, MOST_STEPS);
        }
    }

    /** Whose messages are candidates. */
    enum Senders {
        ALL,
        /** One that is named by the request. */
        ONE;

        /** Parameters: arrays of clients, queues, senders if named. */
        String delete() {
            return heads(false) + PICKED_HEADS + Sentence.of(DELETE_HEADS, ROW) + answer();
        }

        /** Parameters: arrays of clients, queues, senders if named, milliseconds, numbers of leases. */
        String lease(String now) {
            return heads(true) + PICKED_HEADS + Sentence.of(LEASE_HEADS, now, ROW) + answer();
        }

        /** Parameters: arrays of clients, queues, senders if named. */
        String read() {
            return heads(false) + Sentence.of(READ_HEADS, ROW) + answer();
        }

        private String heads(boolean leases) {
            String arrays = "?::text[], ?::text[]" + (this == ONE ? ", ?::text[]" : "")
                    + (leases ? ", ?::int8[], ?::int8[]" : "");
            String names = "client, queue" + (this == ONE ? ", sender" : "") + (leases ? ", lease, receipt" : "");
            return Sentence.of(REQUESTS, this == ONE ? HEAD_SENDER : "0", arrays, names)
                    + (this == ONE ? ofOne() : ofAll());
        }

        private static String ofAll() {
            return Sentence.of(
                    CANDIDATE_HEADS,
                    first(
                            "m.id, false as own",
                            INBOX,
                            range("r.me", "r.queue_id", "0", "0"),
                            range("r.me", "r.queue_id", "1", "0")),
                    first(
                            "m.id, m.sender = r.me as own",
                            INBOX,
                            range("0", "r.queue_id", "0", "0"),
                            range("0", "r.queue_id", "1", "0")),
                    "r.me is not null");
        }

        private static String ofOne() {
            return Sentence.of(CANDIDATE_HEADS, of("r.me"), of("0"), "r.from_id <> r.me");
        }

        private static String of(String receiver) {
            return first(
                    "m.id, false as own",
                    BY_SENDER,
                    range(receiver, "r.queue_id", "0", "r.from_id", "0"),
                    range(receiver, "r.queue_id", "0", "r.from_id + 1", "0"));
        }

        private String answer() {
            return Sentence.of(HEAD_ANSWERS, this == ONE ? "r.from_id is not null" : "true");
        }
    }
}
