package io.concor.experiments.durable.check;

import io.concor.experiments.durable.broker.BrokerProcess;
import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.experiments.durable.subject.SubjectJvm;
import io.concor.experiments.durable.subject.SubjectMain;
import io.concor.experiments.durable.subject.SubjectSettings;
import io.concor.experiments.testbed.Workspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts an instance.
 *
 * @param broker of remote queues, or null if the program needs none
 * @param number of the instance
 * @param port where it connects to
 */
record SubjectCommand(
        Workspace workspace,
        CheckSettings settings,
        DurableServer server,
        @Nullable BrokerProcess broker,
        int number,
        int port) {

    List<String> of(boolean createsTables) {
        List<String> command =
                new ArrayList<>(SubjectJvm.command(workspace, SubjectMain.class, "-XX:TieredStopAtLevel=1"));
        command.addAll(new SubjectArguments(
                        settings.program(),
                        createsTables,
                        new SubjectSettings(
                                "instance-" + number,
                                server.url(port),
                                server.dialect().user(),
                                server.dialect().password(),
                                options()))
                .format());
        return command;
    }

    private Map<String, String> options() {
        Map<String, String> options = new HashMap<>(settings.options());
        if (broker != null) {
            options.put(Subject.OPTION_BROKER, broker.address());
        }
        return options;
    }
}
