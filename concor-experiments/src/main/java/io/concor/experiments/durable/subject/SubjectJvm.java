package io.concor.experiments.durable.subject;

import io.concor.experiments.testbed.Workspace;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts a JVM with the classes of this one, and the queues of others. */
public final class SubjectJvm {

    private SubjectJvm() {}

    /** Returns the command without the arguments of the program. */
    public static List<String> command(Workspace workspace, Class<?> main, String... jvmOptions) {
        return command(workspace, main.getName(), jvmOptions);
    }

    /** Returns the command of a class that need not be among those of this JVM. */
    public static List<String> command(Workspace workspace, String main, String... jvmOptions) {
        List<String> command = new ArrayList<>(List.of(Workspace.java(), "-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", classPath(workspace), main));
        return command;
    }

    private static String classPath(Workspace workspace) {
        Path anchors = workspace.root().resolve("concor-experiments/target/anchors");
        return Workspace.classPath() + File.pathSeparator + anchors.toAbsolutePath() + "/*";
    }
}
