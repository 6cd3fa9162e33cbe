package io.concor.experiments.durable.subject;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The command line of a process with a subject.
 *
 * @param program class of the {@link SubjectProgram}
 * @param createsTables whether the process creates the tables before it starts the subject
 */
public record SubjectArguments(String program, boolean createsTables, SubjectSettings settings) {

    private static final int FIRST_OPTION = 6;

    /** Returns the command line that {@link #parse} reads. */
    public List<String> format() {
        List<String> all = new ArrayList<>(List.of(
                program,
                Boolean.toString(createsTables),
                settings.process(),
                settings.url(),
                settings.user(),
                settings.password()));
        settings.options().forEach((name, value) -> all.add(name + "=" + value));
        return all;
    }

    public static SubjectArguments parse(String[] arguments) {
        Map<String, String> options = new HashMap<>();
        for (int i = FIRST_OPTION; i < arguments.length; i++) {
            int end = arguments[i].indexOf('=');
            options.put(arguments[i].substring(0, end), arguments[i].substring(end + 1));
        }
        return new SubjectArguments(
                arguments[0],
                Boolean.parseBoolean(arguments[1]),
                new SubjectSettings(arguments[2], arguments[3], arguments[4], arguments[5], options));
    }

    /** Creates the program. */
    public static SubjectProgram program(String name) {
        try {
            return Class.forName(name)
                    .asSubclass(SubjectProgram.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (InvocationTargetException failed) {
            throw new IllegalArgumentException(name + " could not be created", failed.getCause());
        } catch (ReflectiveOperationException | ClassCastException unfit) {
            throw new IllegalArgumentException(
                    name + " is not a public SubjectProgram with a constructor without parameters", unfit);
        }
    }
}
