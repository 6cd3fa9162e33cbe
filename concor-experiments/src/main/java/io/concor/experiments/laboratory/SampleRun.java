package io.concor.experiments.laboratory;

import io.concor.diagnosis.verdict.Verdict;
import io.concor.experiments.plants.PlantedWork;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.Testbed;
import io.concor.experiments.testbed.Workspace;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Runs a sample with a planted cause under a load and follows the verdict. For one thread. */
final class SampleRun {

    /** How long the load may outlast the wait for the verdict; the run ends it. */
    private static final Duration LONGER = Duration.ofSeconds(60);

    private static final Duration TICK = Duration.ofMillis(500);
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final SamplePlant plant;
    private final double load;
    private final Duration patience;
    private final MeasuredApplication application;
    private final SampleDiagnosis diagnosis;
    private final OtherProcesses others;

    private SampleRun(SamplePlant plant, double load, Duration patience, MeasuredApplication application) {
        this.plant = plant;
        this.load = load;
        this.patience = patience;
        this.application = application;
        this.diagnosis = new SampleDiagnosis(application, plant.sample().flow());
        this.others = new OtherProcesses(() -> application.cpu().plus(application.compilers()));
    }

    /**
     * Starts a sample and runs a plant.
     *
     * @param patience how long the verdict may take after the begin of cause and load; a healthy run lasts so long
     */
    static PlantResult run(SamplePlant plant, double load, Duration patience, Workspace workspace) throws Exception {
        String folder = "%s-%s".formatted(plant.name().replace('/', '-'), load);
        try (MeasuredApplication application =
                Testbed.start(workspace, plant.settings(), workspace.folder("laboratory", folder))) {
            return run(plant, load, patience, application);
        }
    }

    /** Runs a plant in a started sample. The load ends when the caller closes the sample. */
    static PlantResult run(SamplePlant plant, double load, Duration patience, MeasuredApplication application)
            throws Exception {
        try (AutoCloseable competitor =
                plant.competingThreads() == 0 ? () -> {} : BusyProcess.start(plant.competingThreads())) {
            return new SampleRun(plant, load, patience, application).run();
        }
    }

    private PlantResult run() {
        Instant start = Instant.now();
        long startNanos = System.nanoTime();
        SampleLoad sent = SampleLoad.start(
                application,
                plant.name(),
                load * plant.rate(),
                begin().plus(patience).plus(LONGER),
                plant.load());
        double begin = seconds(begin());
        VerdictLog log = new VerdictLog(plant, load, begin);
        for (double now = 0; now < begin + seconds(patience); now = secondsSince(startNanos)) {
            PlantedWork.pause(TICK);
            sent.requireRunning();
            Optional<Verdict> verdict = diagnosis.verdict();
            if (verdict.isPresent() && log.add(verdict.get(), now)) {
                return log.named(diagnosis.alarms(start), others.processors());
            }
        }
        return log.ended(diagnosis.alarms(start), others.processors());
    }

    /** Returns when the cause has its full load. */
    private Duration begin() {
        return plant.begin().compareTo(SampleLoad.LEAD_IN) > 0 ? plant.begin() : SampleLoad.LEAD_IN;
    }

    private static double seconds(Duration time) {
        return time.toMillis() / MILLIS_PER_SECOND;
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / NANOS_PER_SECOND;
    }
}
