package io.concor.experiments.laboratory.cost;

import com.sun.management.OperatingSystemMXBean;
import io.concor.Flow;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.experiments.laboratory.flow.ArrivalRate;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.laboratory.flow.PacedSender;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.manage.Manager;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A flow under a steady load in this JVM, with diagnosis and autopilot for some of the time. For one thread. */
final class DiagnosisCostRun implements AutoCloseable {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final String READER = "concor-diagnosis";
    /** What a diagnosis does in its first second is not part of a measurement. */
    private static final long START_MILLIS = 1_000;

    private static final Duration STOP_TIME = Duration.ofSeconds(2);

    private final LaboratoryFlow setup = new LaboratoryFlow();
    private final Manager manager = new Manager();
    /** Advises only, as in each application with the starter, and does nothing without a diagnosis. */
    private final Autopilot autopilot = new Autopilot(manager, flow -> AutopilotSettings.DEFAULT);

    private final PacedSender sender;
    private final Duration time;

    /**
     * Starts the flow and its load.
     *
     * @param rate events per second
     * @param time how long each measurement takes
     */
    DiagnosisCostRun(double rate, Duration time) {
        List<Flow<Integer, Integer>> flows = setup.build();
        flows.forEach(manager::register);
        this.sender = PacedSender.start(flows, ArrivalRate.steady(rate));
        this.time = time;
    }

    DiagnosisCost withAndWithout() throws InterruptedException {
        Kept kept = with();
        return kept.comparedTo(without());
    }

    DiagnosisCost withoutAndWith() throws InterruptedException {
        double without = without();
        return with().comparedTo(without);
    }

    /** What was used while a diagnosis kept a verdict. */
    private record Kept(double process, double reading, double rate) {

        DiagnosisCost comparedTo(double without) {
            return new DiagnosisCost(process, without, reading, rate);
        }
    }

    private Kept with() throws InterruptedException {
        try (Diagnosis diagnosis = diagnosis()) {
            Thread.sleep(START_MILLIS);
            Growth process = new Growth(SYSTEM::getProcessCpuTime);
            Growth reading = new Growth(reader());
            Growth events = new Growth(() -> manager.flow(LaboratoryFlow.NAME).arrived());
            Thread.sleep(time.toMillis());
            return new Kept(process.percent(), reading.percent(), events.perSecond());
        }
    }

    /** Keeps a verdict for a while, and measures nothing. */
    void warmUp(Duration duration) throws InterruptedException {
        try (Diagnosis diagnosis = diagnosis()) {
            Thread.sleep(duration.toMillis());
        }
    }

    private Diagnosis diagnosis() {
        Diagnosis diagnosis = Diagnosis.start(manager, setup.pool(), autopilot::goal);
        autopilot.follow(diagnosis);
        return diagnosis;
    }

    private double without() throws InterruptedException {
        Growth process = new Growth(SYSTEM::getProcessCpuTime);
        Thread.sleep(time.toMillis());
        return process.percent();
    }

    private static LongSupplier reader() {
        long id = Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().equals(READER))
                .mapToLong(ThreadInfo::getThreadId)
                .max() // that of the diagnosis before may not have ended yet
                .orElseThrow(() -> new ExperimentException("There is no thread '" + READER + "'"));
        return () -> THREADS.getThreadCpuTime(id);
    }

    /** By how much a number has grown since this object was created. */
    private static final class Growth {

        private final LongSupplier number;
        private final long first;
        private final long began = System.nanoTime();

        Growth(LongSupplier number) {
            this.number = number;
            this.first = number.getAsLong();
        }

        /** Of a time in nanoseconds, in percent of the time that has passed. */
        double percent() {
            return 100 * perNano();
        }

        double perSecond() {
            return TimeUnit.SECONDS.toNanos(1) * perNano();
        }

        private double perNano() {
            return (double) (number.getAsLong() - first) / (System.nanoTime() - began);
        }
    }

    @Override
    public void close() throws Exception {
        sender.close();
        autopilot.close();
        manager.flow(LaboratoryFlow.NAME).stop(STOP_TIME);
        setup.close();
    }
}
