package io.concor.experiments.durable.scenario;

import io.concor.experiments.durable.scenario.LoadProcess.Progress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A transaction elsewhere holds a snapshot, so that no deleted row can be removed from the tables; then it ends. PostgreSQL only. */
public final class HeldSnapshot implements ProcessScenario {

    /** Events a second. */
    private static final int RATE = 5000;

    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final int MOST_LOOKS = 24;
    private static final double RECOVERED = 0.95;
    private static final double MEGABYTE = 1024 * 1024;
    private static final String TABLE_BYTES = """
            select sum(pg_total_relation_size(oid)) from pg_class
            where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'effect'""";

    @Override
    public Map<String, Double> run(ScenarioRun run) throws InterruptedException, SQLException {
        LoadProcess process = run.start("snapshot", ProcessLoad.paced(RATE), Map.of());
        process.order(LoadMain.LOAD);
        ScenarioRun.sleep(run.settings().warmUp());
        Map<String, Double> figures = new LinkedHashMap<>();
        double before = Math.min(RATE, perSecond(process, run.settings().time())); // more is what had to wait
        figures.put("before, events/s", before);
        figures.put("tables, MB", run.number(TABLE_BYTES) / MEGABYTE);
        try (Connection other = run.server().connect()) {
            hold(other);
            ScenarioRun.sleep(run.settings().hold());
            double held = perSecond(process, run.settings().time());
            figures.put("held, events/s", held);
            figures.put("ratio", held / before);
            figures.put("then, MB", run.number(TABLE_BYTES) / MEGABYTE);
        }
        figures.put("recovered after s", recovered(process, before));
        figures.put("at the end, MB", run.number(TABLE_BYTES) / MEGABYTE);
        return figures;
    }

    private static void hold(Connection other) throws SQLException {
        other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        other.setAutoCommit(false);
        try (Statement statement = other.createStatement()) {
            statement.executeQuery("select 1").close();
        }
    }

    private static double perSecond(LoadProcess process, Duration time) throws InterruptedException {
        Progress from = process.progress();
        ScenarioRun.sleep(time);
        return process.progress().perSecondSince(from);
    }

    /** Returns after how many seconds the rate was the former one, NaN if it never was. */
    private static double recovered(LoadProcess process, double before) throws InterruptedException {
        for (int look = 1; look <= MOST_LOOKS; look++) {
            if (perSecond(process, LOOK) >= RECOVERED * before) {
                return look * LOOK.toSeconds();
            }
        }
        return Double.NaN;
    }
}
