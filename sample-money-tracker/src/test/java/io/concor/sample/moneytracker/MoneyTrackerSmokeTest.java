package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.layout.Topology;
import io.concor.manage.Manager;
import io.concor.sample.Dashboard;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the money tracker does over HTTP. */
class MoneyTrackerSmokeTest extends MoneyTrackerTest {

    private static final String FLOW = "money-tracker";

    @Autowired
    Manager manager;

    @Autowired
    JdbcTemplate database;

    @Autowired
    PlatformTransactionManager transactions;

    @BeforeEach
    void startAnew() {
        await("room for all").until(() -> inFlight() == 0);
        database.update("delete from trx");
        database.update("update account set balance = 100.00 where number in ('1001', '1002')");
    }

    @Test
    void answersWithTheNewBalance() {
        HttpResponse<String> deposit = tracker.book("d-1", "deposit", "1001", "0.50");
        HttpResponse<String> withdrawal = tracker.book("w-1", "withdrawal", "1001", "100.25");
        HttpResponse<String> transfer = tracker.transfer("t-1", "1002", "1001", "99.75");

        assertThat(Stream.of(deposit, withdrawal, transfer).map(HttpResponse::statusCode))
                .containsOnly(201);
        assertThat(Stream.of(deposit, withdrawal, transfer).map(answer -> TrackerClient.text(answer, "balance")))
                .containsExactly("100.50", "0.25", "0.25");
        assertThat(tracker.balance("1001")).isEqualTo("100.00");
        assertThat(tracker.balance("1002")).isEqualTo("0.25");
    }

    @Test
    void showsWhatIsBooked() {
        HttpResponse<String> answer = tracker.book("d-2", "deposit", "1001", "1");

        assertThat(answer.headers().firstValue("Location")).contains("/transactions/d-2");
        assertThat(tracker.get("/transactions/d-2").body()).isEqualTo(answer.body());
        assertThat(tracker.get("/transactions/d-3").statusCode()).isEqualTo(404);
        assertThat(tracker.get("/accounts/9999").statusCode()).isEqualTo(404);
    }

    @Test
    void answersARequestThatComesAgainWithTheFirstBookingAndBooksNothing() {
        HttpResponse<String> first = tracker.book("w-2", "withdrawal", "1001", "60.00");
        tracker.book("d-4", "deposit", "1001", "5.00");

        HttpResponse<String> again = tracker.book("w-2", "withdrawal", "1001", "60.00");

        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(TrackerClient.text(again, "balance")).isEqualTo("40.00");
        assertThat(tracker.balance("1001")).isEqualTo("45.00");
    }

    @ParameterizedTest
    @CsvSource({"withdrawal,1001,60.01", "deposit,1001,60.00", "withdrawal,1002,60.00"})
    void answers409WhenAnotherTransactionHasTheId(String type, String account, String amount) {
        tracker.book("w-3", "withdrawal", "1001", "60.00");

        HttpResponse<String> other = tracker.book("w-3", type, account, amount);

        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(TrackerClient.text(other, "reason")).isEqualTo("transaction w-3: another transaction has this id");
        assertThat(tracker.balance("1001")).isEqualTo("40.00");
        assertThat(tracker.balance("1002")).isEqualTo("100.00");
    }

    @Test
    void answers409WithTheReasonToAnOverdraftAndBooksNothing() {
        HttpResponse<String> withdrawal = tracker.book("w-4", "withdrawal", "1001", "100.01");
        HttpResponse<String> transfer = tracker.transfer("t-4", "1001", "1002", "100.01");

        assertThat(List.of(withdrawal.statusCode(), transfer.statusCode())).containsOnly(409);
        assertThat(TrackerClient.text(transfer, "reason"))
                .isEqualTo("transaction t-4: account 1001 has 100.00, which is less than 100.01");
        assertThat(tracker.balance("1001")).isEqualTo("100.00");
        assertThat(tracker.balance("1002")).isEqualTo("100.00");
        assertThat(tracker.get("/transactions/w-4").statusCode()).isEqualTo(404);
    }

    @Test
    void answers422ToAnAccountThatIsNotThere() {
        HttpResponse<String> deposit = tracker.book("d-5", "deposit", "9999", "1.00");
        HttpResponse<String> transfer = tracker.transfer("t-5", "1001", "9999", "1.00");

        assertThat(List.of(deposit.statusCode(), transfer.statusCode())).containsOnly(422);
        assertThat(TrackerClient.text(transfer, "reason")).isEqualTo("transaction t-5: there is no account 9999");
        assertThat(tracker.balance("1001")).isEqualTo("100.00");
    }

    @Test
    void answers400WithFieldAndReasonWhenTheMessageCannotBeRead() {
        HttpResponse<String> answer = tracker.book("d-6", "deposit", "1001", "1.001");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(TrackerClient.text(answer, "error")).isEqualTo("Bad Request");
        assertThat(TrackerClient.text(answer, "field")).isEqualTo("amount");
        assertThat(TrackerClient.text(answer, "reason")).contains("two decimals");
    }

    @Test
    void answers413And415ToWhatIsNoMessageAtAll() {
        assertThat(tracker.post("/transactions", "x".repeat(5000)).statusCode()).isEqualTo(413);
        assertThat(tracker.call("POST", "/transactions", BodyPublishers.ofString("{}"), "Content-Type", "text/plain")
                        .statusCode())
                .isEqualTo(415);
    }

    /** Another transaction has the account locked, so that the transactions wait until the flow is full. */
    @Test
    void answers503WithRetryAfterWhenFull() {
        List<CompletableFuture<HttpResponse<String>>> inside = new TransactionTemplate(transactions).execute(status -> {
            database.queryForList("select * from account where number = '1001' for update");
            List<CompletableFuture<HttpResponse<String>>> sent = Stream.iterate(1, i -> i + 1)
                    .limit(MAX_IN_FLIGHT)
                    .map(i -> tracker.bookLater("f-" + i, "withdrawal", "1001", "1.00"))
                    .toList();
            await("no more room").until(() -> inFlight() == MAX_IN_FLIGHT);

            HttpResponse<String> refused = tracker.book("f-0", "withdrawal", "1001", "1.00");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("1");
            return sent;
        });

        assertThat(inside).allSatisfy(answer -> assertThat(
                        answer.get(30, TimeUnit.SECONDS).statusCode())
                .isEqualTo(201));
        assertThat(tracker.balance("1001")).isEqualTo("84.00");
        assertThat(tracker.get("/transactions/f-0").statusCode()).isEqualTo(404);
    }

    @Test
    void answers500AndHowToGoOnWhenTheDatabaseFails() {
        database.execute("alter table trx rename to trx_away");
        HttpResponse<String> failed;
        try {
            failed = tracker.book("d-7", "deposit", "1001", "1.00");
        } finally {
            database.execute("alter table trx_away rename to trx");
        }

        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(TrackerClient.text(failed, "reason")).contains("send it again with the same id");
        assertThat(tracker.balance("1001")).isEqualTo("100.00");
        assertThat(tracker.book("d-7", "deposit", "1001", "1.00").statusCode()).isEqualTo(201);
    }

    @Test
    void countsErrorsForPrometheus() {
        tracker.book("d-8", "deposit", "9999", "1.00");

        await("the error count")
                .atMost(Duration.ofSeconds(10))
                .until(() -> tracker.get("/actuator/prometheus").body().contains("money_tracker_errors_total"));
    }

    @Test
    void hasEveryMeterThatItsDashboardShows() throws IOException {
        Dashboard dashboard = Dashboard.read("grafana.json");

        assertThat(tracker.book("dashboard", "deposit", "9999", "1.00").statusCode())
                .isEqualTo(422);

        dashboard.isFilledBy(() -> tracker.get("/actuator/prometheus").body(), FLOW);
    }

    @Test
    void showsTheConnectionsOfNoOtherApplicationThatItsPrometheusScrapes() throws IOException {
        Dashboard.read("grafana.json").showsConnectionsOnlyOf(FLOW);
    }

    @Test
    void holdsOneDatabaseTransactionFromTheReaderToTheUpdater() {
        assertThat(manager.flow(FLOW).topology().transactions())
                .singleElement()
                .returns("reader", Topology.TransactionScope::from)
                .returns("updater", Topology.TransactionScope::to);
    }

    private long inFlight() {
        return manager.flow(FLOW).summary().inFlight();
    }
}
