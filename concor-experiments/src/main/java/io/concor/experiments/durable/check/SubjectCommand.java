package io.concor.experiments.durable.check;

import io.concor.experiments.durable.server.DurableServer;
import io.concor.experiments.durable.subject.SubjectArguments;
import io.concor.experiments.durable.subject.SubjectJvm;
import io.concor.experiments.durable.subject.SubjectMain;
import io.concor.experiments.durable.subject.SubjectSettings;
import io.concor.experiments.testbed.Workspace;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts an instance.
 *
 * @param number of the instance
 * @param port where it connects to
 */
record SubjectCommand(Workspace workspace, CheckSettings settings, DurableServer server, int number, int port) {

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
                                settings.options()))
                .format());
        return command;
    }
}
