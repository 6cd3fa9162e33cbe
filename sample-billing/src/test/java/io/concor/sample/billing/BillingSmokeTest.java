package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.layout.Topology;
import io.concor.manage.Manager;
import io.concor.sample.Dashboard;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the billing does over HTTP. */
class BillingSmokeTest extends BillingTest {

    private static final AtomicInteger IDS = new AtomicInteger();

    private static final String FLOW = "billing";

    @Autowired
    Manager manager;

    @Autowired
    JdbcTemplate database;

    @Autowired
    PlatformTransactionManager transactions;

    private Customer customer = new Customer("", "");
    private String id = "";

    @BeforeEach
    void startAnew() {
        await("room for all").until(() -> inFlight() == 0);
        database.update("delete from rejected_record");
        customer = Customer.open(database);
        id = "c-" + IDS.incrementAndGet();
    }

    final String call(String suffix, int seconds) {
        return Records.call(id + suffix, customer.line(), seconds);
    }

    @Test
    void billsEachStartedMinuteAndAnswersWithTheRunningBalance() {
        HttpResponse<String> minute = billing.send(call("-1", 60));
        HttpResponse<String> longer = billing.send(call("-2", 61));

        assertThat(List.of(minute.statusCode(), longer.statusCode())).containsOnly(201);
        assertThat(BillingClient.text(minute, "amount")).isEqualTo("0.1990");
        assertThat(BillingClient.text(longer, "amount")).isEqualTo("0.3980");
        assertThat(BillingClient.text(longer, "balance")).isEqualTo("0.5970");
        assertThat(BillingClient.text(longer, "account")).isEqualTo(customer.account());
        assertThat(billing.balance(customer)).isEqualTo("0.5970");
    }

    @Test
    void takesTheTariffOfTheLongestPrefix() {
        HttpResponse<String> mobile = billing.send(Records.call(id, customer.line(), "+49151234567", 60));

        assertThat(BillingClient.text(mobile, "amount")).isEqualTo("0.2900");
    }

    @Test
    void showsWhatIsBilled() {
        HttpResponse<String> answer = billing.send(call("", 60));

        assertThat(answer.headers().firstValue("Location")).contains("/records/" + id);
        assertThat(BillingClient.text(billing.get("/records/" + id), "amount")).isEqualTo("0.1990");
        assertThat(billing.get("/records/unknown").statusCode()).isEqualTo(404);
        assertThat(billing.get("/accounts/9999").statusCode()).isEqualTo(404);
    }

    @Test
    void billsARecordThatComesAgainOnceAndAnswersWithWhatWasBilled() {
        billing.send(call("", 60));
        billing.send(call("-other", 120));

        HttpResponse<String> again = billing.send(call("", 60));

        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(BillingClient.text(again, "amount")).isEqualTo("0.1990");
        assertThat(billing.balance(customer)).isEqualTo("0.5970");
        assertThat(billing.running(customer)).isEqualTo("0.5970");
    }

    @Test
    void answers409WhenAnotherRecordHasTheIdAndKeepsIt() {
        billing.send(call("", 60));

        HttpResponse<String> other = billing.send(call("", 61));

        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(rejected()).containsExactly("ID_TAKEN: record " + id + ": another record was billed under this id");
        assertThat(List.of(billing.balance(customer), billing.running(customer)))
                .containsOnly("0.1990");
    }

    @Test
    void chargesNothingForShortCallsAndFlatRates() {
        HttpResponse<String> tooShort = billing.send(call("-1", 1));
        HttpResponse<String> flatRate = billing.send(Records.flatRate(id + "-2", customer.line()));

        assertThat(List.of(tooShort.statusCode(), flatRate.statusCode())).containsOnly(201);
        assertThat(BillingClient.text(tooShort, "charging")).isEqualTo("too-short");
        assertThat(BillingClient.text(flatRate, "charging")).isEqualTo("flat-rate");
        assertThat(billing.balance(customer)).isEqualTo("0.0000");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4900000000 | 4930123456 | 60 | 422 | UNKNOWN_LINE
            LINE       | 8610123456 | 60 | 422 | NO_TARIFF
            LINE       | 4930123456 | -1 | 400 | UNREADABLE
            """)
    void keepsWhatItRejectsWithTheReason(String caller, String called, int seconds, int status, String rejection) {
        String record = Records.call(id, caller.equals("LINE") ? customer.line() : caller, called, seconds);

        HttpResponse<String> answer = billing.send(record);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(rejected()).containsExactly(rejection + ": " + BillingClient.text(answer, "reason"));
        assertThat(database.queryForList("select record from rejected_record", String.class))
                .containsExactly(record);
        assertThat(billing.get("/records/" + id).statusCode()).isEqualTo(404);
    }

    @Test
    void keepsTheBeginOfWhatNoDatabaseStoresAsText() {
        assertThat(billing.send("\u0000" + "x".repeat(2000)).statusCode()).isEqualTo(400);

        assertThat(database.queryForList("select record from rejected_record", String.class))
                .containsExactly("\uFFFD" + "x".repeat(999));
    }

    private List<String> rejected() {
        return database.queryForList("select rejection || ': ' || reason from rejected_record", String.class);
    }

    @Test
    void billsManyRecordsAtOnceAndSumsUpWhatHasBecomeOfThem() {
        billing.send(call("-0", 60));
        List<String> records = List.of(call("-0", 60), call("-1", 60), call("-1", 60), call("-2", 60), "{\"id\":7}");

        HttpResponse<String> array = billing.sendArray(records);

        assertThat(array.statusCode()).isEqualTo(200);
        assertThat(BillingClient.counts(array)).containsExactly(5L, 2L, 2L, 1L, 0L);
        assertThat(BillingClient.json(array).at("/problems/0/record").intValue())
                .isEqualTo(5);
        assertThat(BillingClient.json(array).at("/problems/0/status").intValue())
                .isEqualTo(400);
        assertThat(billing.balance(customer)).isEqualTo("0.5970");
        assertThat(BillingClient.counts(billing.sendLines(records))).containsExactly(5L, 0L, 4L, 1L, 0L);
        assertThat(List.of(billing.balance(customer), billing.running(customer)))
                .containsOnly("0.5970");
    }

    @Test
    void letsMoreRecordsInThanThereIsRoomForAtOnce() {
        List<String> records = IntStream.range(0, 10 * MAX_IN_FLIGHT)
                .mapToObj(i -> call("-" + i, 60))
                .toList();

        HttpResponse<String> answer = billing.sendLines(records);

        assertThat(BillingClient.counts(answer)).containsExactly(160L, 160L, 0L, 0L, 0L);
        assertThat(billing.balance(customer)).isEqualTo("31.8400");
    }

    @Test
    void answers400413And415ToWhatIsNoRecordAtAll() {
        assertThat(billing.post("/records/bulk", "{}").statusCode()).isEqualTo(400);
        assertThat(billing.post("/records/bulk", "[{},").statusCode()).isEqualTo(400);
        assertThat(billing.post("/records/bulk", "x".repeat(4 * 1024 * 1024 + 1))
                        .statusCode())
                .isEqualTo(413);
        assertThat(billing.send("x".repeat(5000)).statusCode()).isEqualTo(413);
        assertThat(billing.call("POST", "/records", BodyPublishers.ofString("{}"), "Content-Type", "text/plain")
                        .statusCode())
                .isEqualTo(415);
    }

    /** Another transaction has the account locked, so that the records wait until the flow is full. */
    @Test
    void answers503WithRetryAfterWhenFull() {
        List<CompletableFuture<HttpResponse<String>>> inside = whileLocked(() -> {
            List<CompletableFuture<HttpResponse<String>>> sent = IntStream.range(0, MAX_IN_FLIGHT)
                    .mapToObj(i -> billing.sendLater(call("-" + i, 60)))
                    .toList();
            await("no more room").until(() -> inFlight() == MAX_IN_FLIGHT);

            HttpResponse<String> refused = billing.send(call("-refused", 60));

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            return sent;
        });

        assertThat(inside).allSatisfy(answer -> assertThat(
                        answer.get(30, TimeUnit.SECONDS).statusCode())
                .isEqualTo(201));
        assertThat(billing.balance(customer)).isEqualTo("3.1840");
        assertThat(billing.get("/records/" + id + "-refused").statusCode()).isEqualTo(404);
    }

    @Test
    void leavesRoomToSingleRecordsWhileAnUploadWaits() {
        List<String> records =
                IntStream.range(0, 10).mapToObj(i -> call("-" + i, 60)).toList();

        List<CompletableFuture<HttpResponse<String>>> inside = whileLocked(() -> {
            CompletableFuture<HttpResponse<String>> upload =
                    billing.postLater("/records/bulk", "[" + String.join(",", records) + "]");
            await("its part is full").until(() -> inFlight() == BULK_IN_FLIGHT);
            CompletableFuture<HttpResponse<String>> single = billing.sendLater(call("-single", 60));
            await("the single record").until(() -> inFlight() == BULK_IN_FLIGHT + 1);
            return List.of(upload, single);
        });

        assertThat(inside.get(0))
                .succeedsWithin(30, TimeUnit.SECONDS)
                .satisfies(answer -> assertThat(BillingClient.counts(answer)).containsExactly(10L, 10L, 0L, 0L, 0L));
        assertThat(inside.get(1)).succeedsWithin(30, TimeUnit.SECONDS).returns(201, HttpResponse::statusCode);
        assertThat(billing.balance(customer)).isEqualTo("2.1890");
    }

    private <T> T whileLocked(Supplier<T> work) {
        return new TransactionTemplate(transactions).execute(status -> {
            database.queryForList("select * from account where number = ? for update", customer.account());
            return work.get();
        });
    }

    @Test
    void answers500AndHowToGoOnWhenTheDatabaseFails() {
        billing.send(call("-before", 60));
        database.execute("alter table costed_event rename to costed_event_away");
        HttpResponse<String> failed;
        try {
            failed = billing.send(call("", 60));
        } finally {
            database.execute("alter table costed_event_away rename to costed_event");
        }

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(BillingClient.text(failed, "reason")).contains("send it again with the same id");
        assertThat(List.of(billing.balance(customer), billing.running(customer)))
                .containsOnly("0.1990");
        HttpResponse<String> again = billing.send(call("", 60));
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(BillingClient.text(again, "balance")).isEqualTo("0.3980");
    }

    @Test
    void billsNothingByHalvesWhenOnlyTheBalanceCannotBeWritten() {
        billing.send(call("-before", 60));
        database.execute("alter table account add constraint one_call check (number <> '%s' or balance <= 1990)"
                .formatted(customer.account()));
        HttpResponse<String> failed;
        try {
            failed = billing.send(call("", 60));
        } finally {
            database.execute("alter table account drop constraint one_call");
        }

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(billing.get("/records/" + id).statusCode()).isEqualTo(404);
        assertThat(List.of(billing.balance(customer), billing.running(customer)))
                .containsOnly("0.1990");
    }

    @Test
    void countsOutcomesForPrometheus() {
        billing.send("{}");

        await("the count").until(() -> billing.get("/actuator/prometheus")
                .body()
                .contains("billing_records_total{outcome=\"rejected\""));
    }

    @Test
    void hasEveryMeterThatItsDashboardShows() throws IOException {
        Dashboard dashboard = Dashboard.read("grafana.json");
        billing.send(call("", 60));
        billing.send("{}");

        dashboard.isFilledBy(() -> billing.get("/actuator/prometheus").body(), FLOW);
    }

    @Test
    void showsTheConnectionsOfNoOtherApplicationThatItsPrometheusScrapes() throws IOException {
        Dashboard.read("grafana.json").showsConnectionsOnlyOf(FLOW);
    }

    @Test
    void writesInBatchesWithADatabaseTransactionForEach() {
        assertThat(manager.flow(FLOW).topology().components())
                .filteredOn(component -> component.name().equals("writer"))
                .singleElement()
                .returns(TaskKind.BATCH, Component::kind);
        assertThat(manager.flow(FLOW).topology().transactions())
                .singleElement()
                .returns("writer", Topology.TransactionScope::from)
                .returns("writer", Topology.TransactionScope::to);
    }

    private long inFlight() {
        return manager.flow(FLOW).summary().inFlight();
    }
}
