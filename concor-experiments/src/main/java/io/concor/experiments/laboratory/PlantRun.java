package io.concor.experiments.laboratory;

import io.concor.Flow;
import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import io.concor.experiments.laboratory.flow.LaboratoryFlow.TimedAction;
import io.concor.experiments.laboratory.flow.PacedSender;
import io.concor.experiments.plants.PlantedWork;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Runs a plant under a load and follows the verdict. For one thread. */
final class PlantRun {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final Duration TICK = Duration.ofMillis(200);
    private static final Duration STOP_TIME = Duration.ofSeconds(2);

    private final Plant plant;
    private final double load;
    private final Duration patience;
    private final LaboratoryFlow setup = new LaboratoryFlow();
    private final Manager manager = new Manager();
    private final List<String> alarms = new CopyOnWriteArrayList<>();
    private final OtherProcesses others = new OtherProcesses();

    private PlantRun(Plant plant, double load, Duration patience) {
        this.plant = plant;
        this.load = load;
        this.patience = patience;
    }

    /**
     * Runs a plant.
     *
     * @param patience how long the verdict may take; a healthy run lasts so long
     */
    static PlantResult run(Plant plant, double load, Duration patience) throws Exception {
        return new PlantRun(plant, load, patience).run();
    }

    private PlantResult run() throws Exception {
        plant.planting().accept(setup);
        List<Flow<Integer, Integer>> flows = setup.build();
        flows.forEach(manager::register);
        try (Diagnosis diagnosis = Diagnosis.start(manager, setup.pool(), name -> Goal.NONE);
                PacedSender sender = PacedSender.start(flows, setup.load(load * plant.rate()))) {
            diagnosis.listen(new Alarms());
            return follow(diagnosis);
        } finally {
            manager.names().forEach(name -> manager.flow(name).stop(STOP_TIME));
            setup.close();
        }
    }

    private PlantResult follow(Diagnosis diagnosis) {
        Deque<TimedAction> actions = new ArrayDeque<>(setup.actions().stream()
                .sorted(Comparator.comparing(TimedAction::after))
                .toList());
        long began = System.nanoTime();
        double begin = seconds(setup.begin());
        VerdictLog log = new VerdictLog(plant, load, begin);
        for (double now = 0; now < begin + seconds(patience); now = seconds(began)) {
            while (!actions.isEmpty() && seconds(actions.getFirst().after()) <= now) {
                actions.removeFirst().action().accept(manager);
            }
            PlantedWork.pause(TICK);
            if (log.add(diagnosis.verdict(LaboratoryFlow.NAME), now)) {
                return log.named(alarms, others.processors());
            }
        }
        return log.ended(alarms, others.processors());
    }

    private static double seconds(Duration time) {
        return time.toMillis() / MILLIS_PER_SECOND;
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / NANOS_PER_SECOND;
    }

    /** Collects alarms. */
    private final class Alarms implements AlarmListener {

        @Override
        public void onRaised(Verdict verdict) {
            alarms.add(VerdictLog.at(others.seconds(), PlantResult.place(verdict)));
        }

        @Override
        public void onCleared(Verdict raised) {}
    }
}
