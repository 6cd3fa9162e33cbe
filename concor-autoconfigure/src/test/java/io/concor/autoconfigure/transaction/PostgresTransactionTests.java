package io.concor.autoconfigure.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.database.RealDatabase;
import org.junit.jupiter.api.Test;

class PostgresTransactionTests extends TransactionalFlowTests {

    @Override
    String start() throws Exception {
        return RealDatabase.POSTGRESQL.url("bookings");
    }

    @Override
    String endlessStatement() {
        return "select pg_sleep(60)";
    }

    @Test
    void failsTheEventWhoseConstraintsAreBrokenAtTheCommit() throws Exception {
        jdbc.execute(
                "create table if not exists detail (booking int references booking deferrable initially deferred)");
        flow.doing("read", this::book)
                .doing("write", id -> jdbc.update("insert into detail values (?)", id + 1))
                .start(transactions());

        assertThat(flow.failure(1)).hasStackTraceContaining("detail_booking_fkey");
        assertThat(booked()).isEmpty();
        assertThat(flow.threadOf("notify")).isNull();
    }
}
