package io.concor.experiments.durable.subject;

import io.concor.experiments.testbed.Workspace;
import java.util.ArrayList;
import java.util.List;

/** The command that starts a JVM with the classes of this one. */
public final class SubjectJvm {

    private SubjectJvm() {}

    /** Returns the command without the arguments of the program. */
    public static List<String> command(Class<?> main, String... jvmOptions) {
        List<String> command = new ArrayList<>(List.of(Workspace.java(), "-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", Workspace.classPath(), main.getName()));
        return command;
    }
}
