package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.StackProfileBuilder;
import io.concor.diagnosis.advice.Advisor;
import io.concor.diagnosis.forecast.Forecast;
import io.concor.diagnosis.forecast.ModelBuilder;
import io.concor.diagnosis.simulation.FlowModel;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads that wait for processors, and what uses these. */
class ProcessorsTest {

    /** A full flow with one component, whose threads are busy. */
    private static SituationBuilder task(int threads, double processor) {
        return limited().filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(threads), 1, processor);
    }

    private static SituationBuilder limited() {
        return SituationBuilder.of(100).refused(10).inFlight(64, 64);
    }

    private static List<Cause> causes(SituationBuilder builder) {
        return CauseRules.check(builder.build()).stream().map(Finding::cause).toList();
    }

    @Test
    void blamesOtherProcessesIfThreadsWaitForAProcessor() {
        SituationBuilder starved = task(2, 0.3).host(2, 0.6, 2, 1.4);

        assertThat(causes(starved).get(0)).isEqualTo(Cause.NOISY_NEIGHBOUR);
    }

    @Test
    void weighsThatThreadsOfTheSystemWait() {
        SituationBuilder starved = task(2, 0.3).host(2, 0.6, 2, 1.4);
        assertThat(CauseRules.check(starved.build()).get(0).evidence())
                .extracting(Evidence::signal)
                .doesNotContain("system.cpu.pressure");

        assertThat(CauseRules.check(starved.pressure(0.8).build()).get(0).evidence())
                .contains(new Evidence("system.cpu.pressure", 0.8, 0.5, "share", 5));
        assertThat(CauseRules.check(starved.pressure(0.2).build()).get(0).against())
                .contains(new Evidence("system.cpu.pressure", 0.2, 0.5, "share", 0));
    }

    @Test
    void blamesOtherProcessesUntilTheyUseClearlyLess() {
        assertThat(causes(task(2, 0.3).host(2, 0.9, 1.7, 1.4))).startsWith(Cause.CPU);
        assertThat(causes(task(2, 0.3).host(2, 0.9, 1.7, 1.4).named(Cause.NOISY_NEIGHBOUR)))
                .startsWith(Cause.NOISY_NEIGHBOUR);
        assertThat(causes(task(2, 0.3).host(2, 0.8, 1.4, 1.4).named(Cause.NOISY_NEIGHBOUR)))
                .startsWith(Cause.CPU);
    }

    @Test
    void doesNotBlameOtherProcessesForAThreadThatHasAProcessor() {
        SituationBuilder computing = task(1, 0.95).host(2, 1, 2, 0.1);

        assertThat(causes(computing)).doesNotContain(Cause.NOISY_NEIGHBOUR);
    }

    @Test
    void doesNotAskForMoreThreadsIfThoseThatThereAreWaitForAProcessor() {
        SituationBuilder many = task(64, 0.03).host(2, 1.95, 2, 62);

        assertThat(CauseRules.check(many.build()))
                .first()
                .extracting(Finding::cause)
                .isEqualTo(Cause.TOO_MANY_THREADS);
        assertThat(CauseRules.check(many.build()))
                .filteredOn(finding -> finding.cause() == Cause.TOO_FEW_THREADS)
                .allSatisfy(finding -> assertThat(finding.confidence()).isLessThan(0.3));
    }

    @Test
    void suspectsNoFewThreadsOfBeingTooMany() {
        assertThat(causes(task(2, 0.9).host(2, 1.8, 2, 1)))
                .startsWith(Cause.CPU)
                .doesNotContain(Cause.TOO_MANY_THREADS);
    }

    @Test
    void namesTooManyThreadsIfOtherProcessesUseLessThanThey() {
        SituationBuilder many = task(64, 0.02).host(2, 1.3, 2, 62);

        assertThat(causes(many)).startsWith(Cause.TOO_MANY_THREADS).contains(Cause.NOISY_NEIGHBOUR);
    }

    /** For the averages, the load of the others has hardly begun. */
    @Test
    void namesTheLackOfAProcessorAlsoIfNoProcessIsSeenToKeepThemBusy() {
        SituationBuilder computing = limited()
                .filled("price", TaskKind.SIMPLE, JoinSettings.fixed(2), 1, 0.4)
                .host(2, 0.9, 1.5, 1.4);

        Finding first = CauseRules.check(computing.build()).get(0);

        assertThat(first.cause()).isEqualTo(Cause.CPU);
        assertThat(first.component()).isZero();
        assertThat(first.summary())
                .isEqualTo(
                        "The busy threads of slot 'price' wait for a processor for 60 % of their time: this process uses 0.9 of 2, others use 0.6.");
        assertThat(causes(computing.host(2, 0.7, 1.6, 1.4))).startsWith(Cause.NOISY_NEIGHBOUR);
    }

    @Test
    void doesNotSayThatThreadsWithoutAProcessorWaitForTheTask() {
        assertThat(CauseRules.check(task(2, 0.4).host(2, 0.9, 1.5, 1.4).build()))
                .filteredOn(finding -> finding.cause() == Cause.TOO_FEW_THREADS)
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.summary()).endsWith("they wait for a processor, mostly in 'task'."));
    }

    /** Each of four threads has one of two processors for half of its time. */
    @Test
    void placesTheUseOfProcessorsAtThreadsThatWaitForEachOther() {
        Finding first =
                CauseRules.check(task(4, 0.47).host(2, 1.95, 2, 2.1).build()).get(0);

        assertThat(first.cause()).isEqualTo(Cause.CPU);
        assertThat(first.component()).isZero();
        assertThat(first.confidence()).isGreaterThan(0.9);
        assertThat(first.summary()).isEqualTo("This process uses 2.0 of 2 processors, mostly in 'task'.");

        StackProfileBuilder sleeping = StackProfileBuilder.of(100).resting(40);
        assertThat(CauseRules.check(
                        task(4, 0.47).host(2, 1.95, 2, 2.1).look(sleeping).build()))
                .filteredOn(finding -> finding.cause() == Cause.CPU)
                .allSatisfy(finding -> assertThat(finding.confidence()).isLessThan(0.6));
    }

    /** The look cannot tell whether they wait for a processor or for another system; what they use can. */
    @Test
    void placesTheUseOfProcessorsAtThreadsThatComputeInANativeMethod() {
        StackProfileBuilder nativeMethods =
                StackProfileBuilder.of(100).resting(48).calling(48);

        Finding first = CauseRules.check(
                        task(4, 0.47).host(2, 1.95, 2, 2.1).look(nativeMethods).build())
                .get(0);

        assertThat(first.cause()).isEqualTo(Cause.CPU);
        assertThat(first.component()).isZero();
        assertThat(first.confidence()).isGreaterThan(0.9);
    }

    /** Requests and the compiler of the JVM use the rest. */
    @Test
    void placesTheUseOfProcessorsAtThreadsThatUseMostOfIt() {
        assertThat(placeOfUse(0.26)).isZero();
        assertThat(placeOfUse(0.17)).isEqualTo(Finding.WHOLE_FLOW);
    }

    private static int placeOfUse(double processor) {
        Finding first = CauseRules.check(
                        task(4, processor).host(2, 1.74, 2, 8).compiler(0.3).build())
                .get(0);
        assertThat(first.cause()).isEqualTo(Cause.CPU);
        assertThat(first.confidence()).isGreaterThan(0.9);
        return first.component();
    }

    private static SituationBuilder virtual(double process, double runnable) {
        return limited().virtual("store", TaskKind.SYNCHRONIZED_REMOTE, 32, 1).host(2, process, process, runnable);
    }

    @Test
    void placesNoUseOfProcessorsAtVirtualThreadsOfWhichItIsNotKnown() {
        Finding first = CauseRules.check(virtual(1.95, 12).build()).get(0);

        assertThat(first.cause()).isEqualTo(Cause.CPU);
        assertThat(first.component()).isEqualTo(Finding.WHOLE_FLOW);
        assertThat(first.confidence()).isLessThan(0.7);
        assertThat(first.summary())
                .isEqualTo(
                        "This process uses 2.0 of 2 processors; the share of the virtual threads in 'store' is unknown.");
    }

    @Test
    void asksForMoreVirtualThreadsWhileProcessorsAreFree() {
        assertThat(causes(virtual(1, 12))).containsExactly(Cause.TOO_FEW_THREADS);
    }

    /** Its thread sleeps; other threads of the process compute. */
    private static SituationBuilder sleeping() {
        return SituationBuilder.of(360)
                .refused(240)
                .inFlight(64, 64)
                .filled("number", TaskKind.SINGLE_THREADED, JoinSettings.single(), 1, 0.15)
                .service(new long[] {2_700_000}, new long[] {100})
                .host(2, 1.9, 2, 6);
    }

    /** A thread that computes for most of its time, soon after the start of the application. */
    private static SituationBuilder cold(double compiler) {
        return SituationBuilder.of(120)
                .refused(180)
                .inFlight(64, 64)
                .filled("number", TaskKind.SINGLE_THREADED, JoinSettings.single(), 1, 0.6)
                .service(new long[] {8_000_000}, new long[] {100})
                .host(2, 1.8, 1.95, 1.5)
                .compiler(compiler);
    }

    @Test
    void namesWhatStaysRatherThanTheCompilerThatPasses() {
        List<Finding> findings = CauseRules.check(cold(0.7).build());

        assertThat(findings.get(0).cause()).isEqualTo(Cause.SINGLE_THREAD);
        assertThat(findings.get(1).cause()).isEqualTo(Cause.CPU);
        assertThat(findings.get(1).component()).isEqualTo(Finding.WHOLE_FLOW);
        assertThat(findings.get(1).summary())
                .isEqualTo(
                        "This process uses 1.8 of 2 processors, 0.7 of them for the JVM's compiler, which needs less after a minute or two under load.");
    }

    @Test
    void doesNotCallProcessorsFreeThatTheCompilerUses() {
        SituationBuilder one = SituationBuilder.of(120)
                .refused(180)
                .inFlight(64, 64)
                .filled("price", TaskKind.SIMPLE, JoinSettings.fixed(1), 1, 0.6)
                .host(2, 1.8, 1.95, 1.5)
                .compiler(0.7);

        assertThat(CauseRules.check(one.build()).get(0).summary())
                .isEqualTo(
                        "The only thread of slot 'price' is always busy: it computes, mostly in 'price', while the JVM's compiler temporarily keeps the processors busy.");
    }

    @Test
    void asksForMoreVirtualThreadsAlsoWhileTheJvmCompiles() {
        SituationBuilder two =
                limited().virtual("store", TaskKind.SYNCHRONIZED_REMOTE, 2, 1).host(2, 1.8, 1.9, 2);

        assertThat(causes(two)).startsWith(Cause.CPU);
        assertThat(causes(two.compiler(0.6))).startsWith(Cause.TOO_FEW_THREADS);
    }

    @Test
    void saysWhatTheCompilerUsesIfOthersUseMore() {
        SituationBuilder requests = SituationBuilder.of(120)
                .refused(180)
                .inFlight(64, 64)
                .filled("number", TaskKind.SINGLE_THREADED, JoinSettings.single(), 1, 0.3)
                .host(2, 1.95, 2, 3)
                .compiler(0.2);

        assertThat(CauseRules.check(requests.build()).get(0).summary())
                .isEqualTo(
                        "This process uses 2.0 of 2 processors, the JVM's compiler 0.2, and the threads of this flow only 0.3. Most is used by other parts of the application, such as other flows or the web server, also for refused requests.");
    }

    @Test
    void predictsNothingThatNeedsMoreProcessorsThanThereAre() {
        Forecast forecast = new Forecast("orders", cold(0).build(), "number");
        SituationBuilder waiting = SituationBuilder.of(100)
                .refused(100)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1, 0.01)
                .host(2, 1.9, 1.95, 1);

        assertThat(forecast.exceedsProcessors(new Performance(125, 0, 0, null))).isFalse();
        assertThat(forecast.exceedsProcessors(new Performance(240, 0, 0, null))).isTrue();
        assertThat(new Forecast("orders", cold(0.9).build(), "number")
                        .exceedsProcessors(new Performance(240, 0, 0, null)))
                .as("the compiler will leave them")
                .isFalse();
        assertThat(new Forecast("orders", waiting.build(), "remote")
                        .exceedsProcessors(new Performance(200, 0, 0, null)))
                .as("others use them")
                .isFalse();
    }

    private static StackProfileBuilder stacks(int resting) {
        return StackProfileBuilder.of(100).resting(resting);
    }

    @Test
    void placesNoUseOfProcessorsAtAThreadThatComputesLittle() {
        assertThat(CauseRules.check(sleeping().build()))
                .filteredOn(finding -> finding.cause() == Cause.CPU)
                .allSatisfy(finding -> assertThat(finding.component()).isEqualTo(Finding.WHOLE_FLOW));
    }

    @Test
    void believesStacksThatAThreadDoesNotWaitForAProcessor() {
        assertThat(sleeping().build().stage(0).starved()).isGreaterThan(ShareBounds.MUCH);
        assertThat(sleeping().look(stacks(80)).build().stage(0).starved()).isCloseTo(0.05, offset(0.001));
        assertThat(causes(sleeping().look(stacks(80))))
                .startsWith(Cause.SINGLE_THREAD)
                .doesNotContain(Cause.CPU);
        assertThat(causes(sleeping().look(stacks(10))))
                .as("stacks of one that does")
                .contains(Cause.CPU);
    }

    @Test
    void simulatesATaskThatSleepsAsLongAsItDoes() {
        FlowModel believed = new ModelBuilder(sleeping().look(stacks(80)).build()).model();

        assertThat(believed.components().get(0).service().meanNanos()).isCloseTo(2_600_000, withPercentage(4));
    }

    @Test
    void predictsNothingForThreadsThatWaitForProcessorsOfOthers() {
        SituationBuilder pricing = limited()
                .filled("price", TaskKind.SIMPLE, JoinSettings.fixed(1), 1, 0.3)
                .host(2, 1.1, 2, 6);

        assertThat(pricing.build().host().leavesUnknownShare()).isTrue();
        assertThat(limited()
                        .filled("price", TaskKind.SIMPLE, JoinSettings.fixed(4), 1, 0.4)
                        .host(2, 1.8, 2, 3)
                        .build()
                        .host()
                        .leavesUnknownShare())
                .as("the flow uses most of them")
                .isFalse();
        assertThat(pricing.host(2, 1.1, 1.6, 6).build().host().leavesUnknownShare())
                .as("not all are busy")
                .isFalse();
        assertThat(sleeping().look(stacks(90)).build().host().leavesUnknownShare())
                .as("the thread wants none")
                .isFalse();
    }

    /** As after a start: the callee answers in time, but the threads that call continuations get no processor. */
    private static SituationBuilder waiting() {
        return SituationBuilder.of(250)
                .refused(50)
                .inFlight(250, 256)
                .empty("ask-stock", TaskKind.TRANSITION)
                .pending(250)
                .filled("store", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(6), 0.2, 0.05);
    }

    @Test
    void namesTheProcessorsRatherThanAdmissionWhileContinuationsMayLackThem() {
        assertThat(causes(waiting().host(2, 0.6, 0.9, 0))).first().isEqualTo(Cause.ADMISSION);
        assertThat(causes(waiting().host(64, 60, 62, 2)))
                .as("threads that hardly wait")
                .first()
                .isEqualTo(Cause.ADMISSION);
        assertThat(causes(waiting().host(2, 0.4, 2, 3))).startsWith(Cause.NOISY_NEIGHBOUR);
        Situation lacking = waiting().host(2, 1.6, 2, 9).build();
        Finding first = CauseRules.check(lacking).get(0);
        assertThat(first.summary()).endsWith(" The threads that call the continuations of 'ask-stock' may lack one.");
        assertThat(new Advisor("orders", lacking).advise(first).get(0).text())
                .endsWith(" The system that 'ask-stock' calls may also be slow: call it from elsewhere to find out.");
        assertThat(causes(waiting().host(2, 1.4, 2, 9))).startsWith(Cause.CPU).contains(Cause.ADMISSION);
        assertThat(CauseRules.check(waiting().host(2, 1.4, 2, 9).compiler(0.8).build())
                        .get(0)
                        .summary())
                .isEqualTo(
                        "This process uses 1.4 of 2 processors, 0.8 of them for the JVM's compiler, which needs less after a minute or two under load.");
    }

    @Test
    void doubtsCollectionsWhoseThreadsLackProcessors() {
        assertThat(causes(task(4, 0.6).collection(0.2).host(2, 1.9, 2, 6))).startsWith(Cause.CPU);
        assertThat(causes(task(4, 0.2).collection(0.2).host(2, 1, 1.2, 0))).startsWith(Cause.GARBAGE_COLLECTION);
    }
}
