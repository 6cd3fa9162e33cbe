package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.signal.Level;
import io.concor.diagnosis.verdict.Cause;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine with n times the processors has n times the threads, connections and events: the verdict is the same. */
class ProcessorCountTest {

    private static SituationBuilder full(int n) {
        return SituationBuilder.of(100 * n).refused(10 * n).inFlight(64 * n, 64 * n);
    }

    /** Threads that have a processor for a share of their time. */
    private static SituationBuilder task(int n, int threads, double processor) {
        return full(n).filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(n * threads), 1, processor);
    }

    private static List<Finding> findings(SituationBuilder flow) {
        return CauseRules.check(flow.build());
    }

    private static Finding first(SituationBuilder flow) {
        return findings(flow).get(0);
    }

    private static double confidence(Cause cause, SituationBuilder flow) {
        return findings(flow).stream()
                .filter(finding -> finding.cause() == cause)
                .mapToDouble(Finding::confidence)
                .findFirst()
                .orElse(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void namesBusyProcessors(int n) {
        assertThat(first(task(n, 1, 0.95).host(n, 0.95 * n, 0.97 * n, 0.1 * n)))
                .returns(Cause.CPU, Finding::cause)
                .returns(0, Finding::component)
                .returns(0.92, Finding::confidence);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void namesTooManyThreads(int n) {
        assertThat(first(task(n, 8, 0.12).host(n, 0.96 * n, n, 7 * n)).cause()).isEqualTo(Cause.TOO_MANY_THREADS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void namesOtherProcesses(int n) {
        assertThat(first(task(n, 1, 0.3).host(n, 0.3 * n, n, 0.7 * n)).cause()).isEqualTo(Cause.NOISY_NEIGHBOUR);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void namesTooFewThreads(int n) {
        assertThat(first(task(n, 2, 0.01).host(n, 0.1 * n, 0.2 * n, 0))).satisfies(finding -> {
            assertThat(finding.cause()).isEqualTo(Cause.TOO_FEW_THREADS);
            assertThat(finding.confidence()).isEqualTo(0.7);
        });
    }

    /** A third of the threads waits for a connection; on a large machine, as few as one of them do not matter. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void namesAShortPoolOfConnections(int n) {
        assertThat(first(task(n, 3, 0.01).connections(2 * n, n)).cause()).isEqualTo(Cause.CONNECTION_POOL);
        assertThat(findings(task(n, 3, 0.01).connections(2 * n, 0.1 * n)))
                .extracting(Finding::cause)
                .containsExactly(Cause.TOO_FEW_THREADS);
    }

    /** Most events await a continuation, and the threads that call these wait for processors for longer than they have one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void namesProcessorsThatThreadsOfClientsLack(int n) {
        SituationBuilder waiting = full(n).empty("call", TaskKind.TRANSITION).pending(60 * n);

        assertThat(first(waiting.host(n, 0.7 * n, n, 0.9 * n)).cause()).isEqualTo(Cause.CPU);
        assertThat(first(waiting.host(n, 0.9 * n, n, 0.1 * n)).cause())
                .as("they hardly wait")
                .isEqualTo(Cause.ADMISSION);
    }

    /** Each of the threads that call continuations runs what follows for all of its time, or for a tenth. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void namesThreadsOfClientsThatAreAllBusy(int n) {
        assertThat(first(behindClients(n, new Level(0.92 * n, 0, n))).cause()).isEqualTo(Cause.CALLBACK_THREAD);
        assertThat(findings(behindClients(n, new Level(0.1 * n, 0, Math.ceil(0.3 * n)))))
                .extracting(Finding::cause)
                .doesNotContain(Cause.CALLBACK_THREAD);
    }

    private static SituationBuilder behindClients(int n, Level threads) {
        return full(n).empty("call", TaskKind.TRANSITION)
                .callingThreads(n)
                .service(new long[] {1_000_000}, new long[] {10L * n})
                .pending(60 * n)
                .empty("after", TaskKind.SIMPLE)
                .outside(threads)
                .host(n, 0.2 * n, 0.3 * n, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void doubtsSlowMessagesWhileThreadsWaitForProcessors(int n) {
        SituationBuilder few = task(n, 2, 0.02).service(new long[] {1_000_000, 500_000_000}, new long[] {98, 2});

        assertThat(confidence(Cause.SLOW_MESSAGES, few.host(n, 0.4 * n, n, 0.1 * n)))
                .isEqualTo(0.93);
        assertThat(confidence(Cause.SLOW_MESSAGES, few.host(n, 0.4 * n, n, 0.3 * n)))
                .isLessThan(0.6);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void knowsWhetherTheCompilerKeepsProcessorsBusy(int n) {
        SituationBuilder cold =
                task(n, 1, 0.5).host(n, 0.9 * n, 0.97 * n, 0.5 * n).compiler(0.3 * n);

        assertThat(cold.build().host().isSaturatedByCompiler()).isTrue();
        assertThat(cold.compiler(0.03 * n).build().host().isSaturatedByCompiler())
                .isFalse();
    }
}
