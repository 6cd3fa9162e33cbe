package io.concor.experiments.durable.check;

import io.concor.experiments.durable.broker.BrokerProcess;
import io.concor.experiments.durable.check.FaultInjector.Target;
import io.concor.experiments.durable.fault.Fault;
import io.concor.experiments.durable.fault.FaultProxy;
import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.durable.server.LimitedDisk;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.experiments.durable.subject.SubjectProgram;
import io.concor.experiments.testbed.DataFolder;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.Workspace;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program in processes of its own against a real database, under load and faults, and compares what it has
 * accepted with what its task has written. For one thread.
 */
public final class Checker {

    private static final long TICK_MILLIS = 100;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final CheckSettings settings;
    private final Workspace workspace;
    private final Consumer<String> progress;
    private final Random random;
    private final Ledger ledger;
    private final Map<Fault, Integer> happened = new EnumMap<>(Fault.class);
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final long start = System.nanoTime();

    /** Creates a check that runs once. */
    public Checker(CheckSettings settings, Workspace workspace, Consumer<String> progress) {
        this.settings = settings;
        this.workspace = workspace;
        this.progress = progress;
        this.random = new Random(settings.seed());
        this.ledger = new Ledger(settings.instances(), settings.keys());
    }

    /** Runs the check. */
    public CheckReport run() {
        SubjectProgram program = SubjectArguments.program(settings.program());
        progress.accept("%s, %s; seed %d"
                .formatted(settings.program(), program.description(settings.options()), settings.seed()));
        try {
            return run(program);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ExperimentException("The check was interrupted", interrupted);
        } finally {
            closeAll();
        }
    }

    private CheckReport run(SubjectProgram program) throws InterruptedException {
        LimitedDisk disk = settings.diskBytes() > 0 ? mountDisk() : null;
        DurableServer server = startServer(disk);
        progress.accept(server.requireDurable().toString());
        BrokerProcess broker = program.needsBroker(settings.options()) ? startBroker() : null;
        List<Target> targets = startInstances(server, broker);
        long loadStart = System.nanoTime();
        List<Sender> senders = startSenders(targets);
        injectAll(new FaultInjector(targets, server, broker, disk, settings.pause(), random));
        awaitSent();
        for (Sender sender : senders) {
            sender.close();
        }
        CheckResult result = new Drain(settings, ledger, targets, new EffectReader(server, ledger), progress).await();
        return new CheckReport(
                result,
                program.keepsOrderOfKeys(settings.options()),
                happened,
                (System.nanoTime() - loadStart) / NANOS_PER_SECOND);
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    private Path dataFolder() {
        Path data = DataFolder.createIn(settings.folder());
        opened(() -> DataFolder.delete(data));
        return data;
    }

    private LimitedDisk mountDisk() {
        Path data = dataFolder();
        return opened(LimitedDisk.mount(data.resolve("disk"), data.resolve("mounted"), settings.diskBytes()));
    }

    private DurableServer startServer(@Nullable LimitedDisk disk) {
        Path data = disk == null ? dataFolder() : disk.folder();
        return opened(DurableServer.start(workspace, settings.database(), settings.folder(), data.resolve("server")));
    }

    private BrokerProcess startBroker() {
        BrokerProcess started = opened(BrokerProcess.start(workspace, settings.folder(), dataFolder()));
        progress.accept("A broker at " + started.address());
        return started;
    }

    private List<Target> startInstances(DurableServer server, @Nullable BrokerProcess broker)
            throws InterruptedException {
        List<Target> targets = new ArrayList<>();
        for (int number = 0; number < settings.instances(); number++) {
            FaultProxy proxy = opened(FaultProxy.start(server.port(), settings.database()));
            SubjectCommand command = new SubjectCommand(workspace, settings, server, broker, number, proxy.port());
            SubjectInstance instance = opened(new SubjectInstance(
                    number, command.of(false), settings.folder().resolve("instance-%d.log".formatted(number)), ledger));
            instance.start(command.of(number == 0));
            targets.add(new Target(instance, proxy));
        }
        return targets;
    }

    private List<Sender> startSenders(List<Target> targets) {
        List<Sender> senders = targets.stream()
                .map(Target::instance)
                .filter(instance -> ledger.hasKeys(instance.number()))
                .map(instance -> new Sender(instance, settings.perSecond()))
                .toList();
        senders.forEach(Sender::start);
        return senders;
    }

    /** What could not happen, as when no connection was open, is tried again at the end, as often as there are faults. */
    private void injectAll(FaultInjector injector) throws InterruptedException {
        Deque<Fault> faults = new ArrayDeque<>(FaultCount.shuffled(settings.faults(), random));
        for (int left = 2 * faults.size(); left > 0 && !faults.isEmpty(); left--) {
            TimeUnit.MILLISECONDS.sleep((long) (settings.every().toMillis() * (0.5 + random.nextDouble())));
            Fault fault = faults.poll();
            String what = injector.inject(fault);
            report("%s: %s".formatted(fault.word(), what == null ? "it could not happen" : what));
            if (what == null) {
                faults.add(fault);
            } else {
                happened.merge(fault, 1, Integer::sum);
            }
        }
    }

    private void report(String line) {
        progress.accept("%.1f s, %d sent, %d accepted: %s"
                .formatted((System.nanoTime() - start) / NANOS_PER_SECOND, ledger.sent(), ledger.accepted(), line));
    }

    private void awaitSent() throws InterruptedException {
        while (ledger.sent() < settings.events()) {
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        }
        report("the load ends");
    }

    private void closeAll() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception left) {
                progress.accept("Left behind: " + left);
            }
        }
    }
}
