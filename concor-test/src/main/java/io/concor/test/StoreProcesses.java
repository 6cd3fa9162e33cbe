package io.concor.test;

import io.concor.Flow;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.administration.LocalQueues;
import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.measure.LocalFigures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The processes of a test, one after the other, over one database. Thread-safe. */
final class StoreProcesses implements LocalQueues {

    private final DataSource dataSource;
    private final MessageFormat format;
    private final QueueAdministration administration;
    private volatile @Nullable StoreProcess present;
    private int crashAt = Integer.MAX_VALUE;
    private CrashPoint crashPoint = CrashPoint.BEFORE_COMMIT;

    StoreProcesses(DataSource dataSource, MessageFormat format) {
        this.dataSource = dataSource;
        this.format = format;
        this.administration = new QueueAdministration(StoreDataSources.of(dataSource), Patience.DEFAULT, this);
    }

    /** Returns the queues, as they are without any process. */
    QueueAdministration administration() {
        present();
        return administration;
    }

    @Override
    public Optional<LocalFigures> figures(String queue) {
        return Optional.empty(); // of no process
    }

    @Override
    public Optional<Rows> inHand(int queue) {
        return Optional.empty();
    }

    @Override
    public void beforePurge() {
        changed();
    }

    @Override
    public void changed() {
        if (!present().crash().isDead()) {
            present().store().changed();
        }
    }

    StoreProcess present() {
        StoreProcess started = present;
        if (started == null) {
            throw new IllegalStateException("No process has been started: call start first");
        }
        return started;
    }

    /** Chooses where the process crashes that is started next. */
    synchronized void crashNextAt(int commit, CrashPoint point) {
        crashAt = commit;
        crashPoint = point;
    }

    synchronized <I, O> Flow<I, O> start(Function<? super JdbcQueueStore, ? extends Flow<I, O>> flowOf) {
        clearAway(present);
        StoreProcess next = new StoreProcess(dataSource, format);
        next.crash().at(crashAt, crashPoint);
        crashAt = Integer.MAX_VALUE;
        present = next;
        return next.start(flowOf);
    }

    private void clearAway(@Nullable StoreProcess before) {
        if (before == null) {
            return;
        }
        if (!before.crash().isDead()) {
            throw new IllegalStateException("A process runs: let it crash before you start another one");
        }
        before.awaitBuried();
        endLeases();
    }

    private void endLeases() {
        try (Connection connection = dataSource.getConnection()) {
            StoredTime.endLeases(connection);
        } catch (SQLException failed) {
            throw new IllegalStateException("The lease of the crashed process could not be ended", failed);
        }
    }

    /** Ends the process in order, unless it has crashed. */
    void close() {
        StoreProcess last = present;
        if (last == null) {
            return;
        }
        if (last.crash().isDead()) {
            last.awaitBuried();
        } else {
            last.close();
        }
    }
}
