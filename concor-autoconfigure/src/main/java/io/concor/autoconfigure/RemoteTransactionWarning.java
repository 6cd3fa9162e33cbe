package io.concor.autoconfigure;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.autoconfigure.properties.FlowSettings;
import io.concor.autoconfigure.properties.TransactionSettings;
import io.concor.layout.Topology;
import io.concor.layout.Topology.TransactionScope;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs a warning if a transaction holds its connection while a remote task runs that probably does not use the
 * database: a transition task, or a synchronized-remote task that is neither the first nor the last component of the
 * transaction.
 */
final class RemoteTransactionWarning {

    private static final Logger log = LoggerFactory.getLogger(RemoteTransactionWarning.class);

    private final Map<String, FlowSettings> flows;

    RemoteTransactionWarning(Map<String, FlowSettings> flows) {
        this.flows = flows;
    }

    void warnOf(Topology flow) {
        flow.transactions().stream()
                .filter(scope -> !intended(flow.flow(), scope))
                .forEach(scope -> warnOf(flow, scope));
    }

    private boolean intended(String flow, TransactionScope scope) {
        FlowSettings settings = flows.get(flow);
        return settings != null
                && settings.transactions().stream()
                        .filter(TransactionSettings::spansRemote)
                        .anyMatch(transaction -> scope.from().equals(transaction.from()));
    }

    private static void warnOf(Topology flow, TransactionScope scope) {
        List<String> remote = remote(flow.components(), scope);
        if (!remote.isEmpty()) {
            log.warn(
                    "Flow '{}': the transaction from '{}' to '{}' holds its connection while {} run. If they do not use the database, let the transaction begin after them or end before them. If this is intended, set 'spans-remote: true' for the transaction, or turn this logger off",
                    flow.flow(),
                    scope.from(),
                    scope.to(),
                    String.join(", ", remote));
        }
    }

    private static List<String> remote(List<Component> components, TransactionScope scope) {
        List<String> names = components.stream().map(Component::name).toList();
        int from = names.indexOf(scope.from());
        int to = names.indexOf(scope.to());
        return IntStream.rangeClosed(from, to)
                .filter(index -> remote(components.get(index).kind(), index > from && index < to))
                .mapToObj(index -> Sentence.of(
                        "'%s' (%s)", names.get(index), components.get(index).kind()))
                .toList();
    }

    private static boolean remote(TaskKind kind, boolean between) {
        return kind.leavesThread() || kind.blocks() && between;
    }
}
