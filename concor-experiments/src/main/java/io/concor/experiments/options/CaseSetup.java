package io.concor.experiments.options;

import io.concor.experiments.result.Case;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.Testbed;
import io.concor.experiments.testbed.TestbedSettings;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.CallbackReceiverType;
import org.jspecify.annotations.Nullable;

/**
 * A case and its database.
 *
 * @param which the case
 * @param database null for none
 */
public record CaseSetup(Case which, @Nullable Database database) {

    /** Returns the name for messages. */
    public String title() {
        return "Case " + which.number() + (database == null ? "" : " on " + database.title());
    }

    /**
     * Returns what starts the applications of this case.
     *
     * @param folder folder of the measurement in the workspace
     */
    public MeasuredApplication.Starter starter(Workspace workspace, String folder, CallbackReceiverType receiver) {
        return (name, variant) -> Testbed.start(
                workspace,
                new TestbedSettings(which.sample(), variant, database, which.profiles(), receiver),
                workspace.folder(folder, name.replace(' ', '-')));
    }
}
