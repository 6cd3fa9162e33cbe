package io.concor.experiments.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.simulator.CommandLineDefaults;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

class ScaleModelTest {

    private static final MeasuredCosts COSTS = new MeasuredCosts(0.004, 1000, 200, 10, 500, 140, 40, 600);

    private static Deployment all(int processes, double perSecond) {
        return new Deployment(processes, 3, 4, 100, SlotPlacement.ALL, 3, perSecond, 300);
    }

    private static Deployment nodes(int processes) {
        return new Deployment(processes, 3, 4, 100, SlotPlacement.NODES, 3, 1000, 300);
    }

    @Test
    void countsTheTopicsOfAFlow() {
        TopicModel topics = new TopicModel(all(100, 1000));

        assertThat(topics.partitionsOfSlot()).isEqualTo(301);
        assertThat(topics.partitions()).isEqualTo(4 * 301 + 101);
        assertThat(topics.replicasOfBroker()).isEqualTo(1305);
    }

    @Test
    void processesWithoutNamesAreMembersOfEachSlot() {
        Deployment flow = all(150, 1000);

        assertThat(new TopicModel(flow).memberships()).isEqualTo(600);
        assertThat(flow.workersOfSlot()).isEqualTo(100);
        assertThat(new TopicModel(flow).idleMembersOfSlot()).isEqualTo(50);
        assertThat(flow.workers()).isEqualTo(150);
    }

    @Test
    void processesOfNodesAreMembersOfTheirSlotsAndPutIntoTheNextOne() {
        Deployment many = nodes(100);
        assertThat(many.membersOfSlot()).isEqualTo(25);
        assertThat(many.queuesOfProcess()).isEqualTo(2);
        assertThat(new TopicModel(many).memberships()).isEqualTo(100);

        Deployment few = nodes(2);
        assertThat(few.slotsOfProcess()).isEqualTo(2);
        assertThat(few.membersOfSlot()).isEqualTo(1);
        assertThat(few.queuesOfProcess()).isEqualTo(3);
    }

    @Test
    void whatProcessesTellEachOtherGrowsWithTheSquare() {
        double of10 = new RestModel(all(10, 1000), COSTS).bytesOfMembers();
        double of100 = new RestModel(all(100, 1000), COSTS).bytesOfMembers();

        assertThat(of10).isEqualTo(10 * 10 * (140 + 30) / 5.0);
        assertThat(of100).isEqualTo(100 * of10);
    }

    @Test
    void aTransactionEndsWhatHasEndedMeanwhile() {
        LoadModel seldom = new LoadModel(all(100, 1), COSTS);
        assertThat(seldom.endsOfTransaction()).isCloseTo(1, within(0.01));
        assertThat(seldom.transactions()).isCloseTo(4, within(0.01));

        LoadModel busy = new LoadModel(all(10, 100_000), COSTS); // 40,000/s end in each process
        assertThat(busy.endsOfTransaction()).isCloseTo(160 + 32, within(0.01));
        assertThat(busy.transactions()).isCloseTo(400_000 / 192.0, within(0.01));

        LoadModel steady = new LoadModel(all(10, 2_500), COSTS); // 1,000/s end in each process
        assertThat(steady.endsOfTransaction()).isCloseTo(4 + 8, within(0.01));
    }

    @Test
    void aTransactionAsksNoMoreLeadersThanThereAre() {
        assertThat(new LoadModel(all(10, 100_000), COSTS).requestsOfTransaction())
                .isCloseTo(3 + 4 + (3 + 4) + 3 + 1, within(0.01));
    }

    @Test
    void theCensusOfABusyProcessCountsAllPartitionsOfItsQueues() {
        Deployment flow = all(100, 100);

        assertThat(new RestModel(flow, COSTS).offsetsOfCount()).isEqualTo(4 * 100 * 2);
        assertThat(new LoadModel(flow, COSTS).offsetsAsked())
                .isCloseTo(100 * (800 + 4) + 100 * 400 / 5.0, within(0.01));
    }

    @Test
    void theCensusAsksMoreOftenWhereQueuesCouldSoonBeFull() {
        assertThat(new LoadModel(all(100, 1), COSTS).countSeconds()).isEqualTo(1);
        assertThat(new LoadModel(all(100, 1_280), COSTS).countSeconds()).isCloseTo(0.4, within(1e-6));
        assertThat(new LoadModel(all(100, 1_000), COSTS).countSeconds()).isCloseTo(0.6, within(1e-6));
        assertThat(new LoadModel(all(100, 100_000), COSTS).countSeconds()).isEqualTo(0.2);
    }

    @Test
    void eachOwnerReadsTheFirstEventsOfItsPartitionsAndAllReadWhatHasWaitedForLong() {
        LoadModel load = new LoadModel(all(100, 1000), COSTS);

        assertThat(load.firstEventsRead()).isEqualTo(400 / 5.0);
        assertThat(load.firstEventsOfOthersRead()).isEqualTo(100 * 400 / 30.0);
    }

    @Test
    void resultsAreReadByThoseThatHaveChosenTheirPartition() {
        assertThat(new LoadModel(all(101, 1000), COSTS).readersOfResult()).isEqualTo(2);
        assertThat(new LoadModel(all(1, 1000), COSTS).readersOfResult()).isEqualTo(1);
    }

    @Test
    void aTransactionOfOneEventWritesForItsPartitions() {
        Deployment flow = new Deployment(100, 1, 1, 100, SlotPlacement.ALL, 1, 0.001, 300);

        assertThat(new LoadModel(flow, COSTS).bytesWrittenByBroker())
                .isCloseTo(0.001 * (300 + 10 + 1000 + 200), within(0.0001));
    }

    @Test
    void brokersWriteEachRecordAsOftenAsItIsKept() {
        Deployment once = new Deployment(10, 3, 4, 100, SlotPlacement.ALL, 1, 1000, 300);

        assertThat(new LoadModel(all(10, 1000), COSTS).bytesWrittenByBroker())
                .isCloseTo(3 * new LoadModel(once, COSTS).bytesWrittenByBroker(), within(0.01));
        assertThat(new LoadModel(once, COSTS).bytesToOtherBrokers()).isZero();
    }

    @Test
    void partitionsOfAProcessAreThoseOfAllItsSlots() {
        assertThat(new FailureModel(all(10, 1000), COSTS).partitionsOfProcess()).isEqualTo(40);
        assertThat(new FailureModel(all(200, 1000), COSTS).partitionsOfProcess())
                .isEqualTo(2);
    }

    @Test
    void replacesProcessesOneAfterTheOther() {
        FailureModel failures = new FailureModel(nodes(100), COSTS);

        assertThat(failures.rebalancesOfReplacement()).isEqualTo(200);
        assertThat(failures.replacementSeconds()).isEqualTo(600);
        assertThat(failures.bytesOfRebalance()).isEqualTo(25 * 600);
        assertThat(failures.takeOverSeconds()).isEqualTo(8);
    }

    @Test
    void printsAColumnForEachNumberOfProcesses() {
        StringWriter out = new StringWriter();
        int exit = CommandLineDefaults.apply(new CommandLine(new RemoteModelCommand()))
                .setOut(new PrintWriter(out, true))
                .execute("--nodes=3,100", "--slots=4", "--partitions=100");

        assertThat(exit).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains(
                        "A model, not a measurement",
                        "| processes | 3 | 100 |",
                        "| partitions of the flow | 1,305 | 1,305 |");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes=3,1001   | --nodes is 1001: it must be between 1 and 1000",
                "--replication=4  | --replication is 4: it must be between 1 and 3",
                "--partitions=0   | --partitions is 0: it must be between 1 and 10000",
                "--placement=SOME | expected one of [ALL, NODES]"
            })
    void rejectsInvalidOptions(String option, String message) {
        StringWriter err = new StringWriter();
        int exit = CommandLineDefaults.apply(new CommandLine(new RemoteModelCommand()))
                .setErr(new PrintWriter(err, true))
                .execute(option);

        assertThat(exit).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
    }
}
