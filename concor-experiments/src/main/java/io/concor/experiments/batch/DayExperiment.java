package io.concor.experiments.batch;

import io.concor.experiments.batch.BillingDatabase.Account;
import io.concor.experiments.result.DayRun;
import io.concor.experiments.result.DaySums;
import io.concor.experiments.testbed.ApplicationOptions;
import io.concor.experiments.testbed.DelayProxy;
import io.concor.experiments.testbed.PostgresServer;
import io.concor.experiments.testbed.SampleApplication;
import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.Testbed;
import io.concor.experiments.testbed.TestbedSettings;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.CallbackReceiverType;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A day of the billing under one preset.
 *
 * @param workspace where everything is built
 * @param server a server without the tables of the billing
 * @param delay what each round trip takes longer
 * @param warmUp the phase before the day. Its records count in the sums only, and have their answers before the day begins
 * @param phases the phases of the day
 * @param killedAt when the database is killed, after the begin of the day; null for never
 */
record DayExperiment(
        Workspace workspace,
        PostgresServer server,
        Duration delay,
        DayPhase warmUp,
        List<DayPhase> phases,
        @Nullable Duration killedAt) {

    /** How long the sender may need after the day to get the last answer. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /** @param preset the preset of the billing that is active */
    DayRun run(String preset) {
        try (DelayProxy proxy = DelayProxy.start(server.port(), delay);
                Testbed billing = Testbed.start(workspace, settings(preset, proxy), workspace.folder("day", preset))) {
            BillingDatabase database = new BillingDatabase(server);
            database.openAccounts();
            URI uploads = billing.requests().resolve("/records/bulk");
            DaySender warm = DaySender.send(uploads, 0, List.of(warmUp), PATIENCE);
            try (DatabaseKill kill = DatabaseKill.after(killedAt, server)) {
                DaySender day = DaySender.send(uploads, warm.next(), phases, PATIENCE);
                long now = System.nanoTime();
                List<DayRecorder> recorders = day.recorders();
                return new DayRun(
                        preset,
                        recorders.stream().map(DayRecorder::result).toList(),
                        (now - recorders.get(recorders.size() - 1).end()) / NANOS_PER_SECOND,
                        kill.downSeconds(),
                        sums(warm, day, database));
            }
        }
    }

    private static TestbedSettings settings(String preset, DelayProxy proxy) {
        List<String> arguments = List.of(
                "--spring.datasource.url=" + PostgresServer.url(proxy.port()),
                "--spring.datasource.username=" + PostgresServer.user(),
                "--spring.datasource.password=" + PostgresServer.password(),
                "--concor.presets.active.billing=" + preset);
        return new TestbedSettings(
                SampleApplication.BILLING,
                SampleVariant.SAMPLED,
                null, // its database is started before, and is behind the proxy
                List.of("postgres"),
                CallbackReceiverType.own,
                new ApplicationOptions(List.of(), arguments, false));
    }

    private static DaySums sums(DaySender warm, DaySender day, BillingDatabase database) {
        long[] owed = new long[BillingRecords.ACCOUNTS];
        LongStream.range(0, day.next())
                .filter(BillingRecords::isGood)
                .forEach(number -> owed[BillingRecords.account(number)] += BillingRecords.price(number));
        Map<String, Account> accounts = database.accounts();
        long wrong = IntStream.range(0, owed.length)
                .filter(i -> !new Account(owed[i], owed[i]).equals(accounts.get(BillingRecords.accountNumber(i))))
                .count();
        return new DaySums(
                day.next(),
                LongStream.range(0, day.next()).filter(BillingRecords::isGood).count(),
                LongStream.of(owed).sum(),
                warm.answered() + day.answered(),
                warm.resent() + day.resent(),
                database.events(),
                accounts.values().stream().mapToLong(Account::events).sum(),
                accounts.values().stream().mapToLong(Account::balance).sum(),
                database.rejected(),
                wrong);
    }
}
