package io.concor.experiments.durable.program;

import io.concor.experiments.durable.subject.EffectTask;
import io.concor.experiments.durable.subject.SubjectSettings;

/**
 * A consumer with leases. Options: {@code batch}, {@code workers}, {@code lease-millis}, and {@code flaw=no-fence}, which
 * the checker must find. It keeps no order.
 */
public final class LeaseProgram extends WorkProgram {

    private static final int LEASE_MILLIS = 10_000;

    public LeaseProgram() {
        super("id");
    }

    @Override
    Consumption consumption(WorkTable table, EffectTask task, SubjectSettings settings, int batch) {
        return new LeaseConsumption(
                table,
                task,
                batch,
                settings.number("lease-millis", LEASE_MILLIS),
                !settings.text("flaw", "").equals("no-fence"));
    }
}
