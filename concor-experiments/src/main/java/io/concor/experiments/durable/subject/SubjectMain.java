package io.concor.experiments.durable.subject;

import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;

/**
 * Main class of a process with a subject. It reads orders from standard input, line by line:
 *
 * <ul>
 *   <li>{@code put NUMBER KEY}: put an event. The answer is {@code accepted NUMBER…} or, if the put failed and may have
 *       taken effect or not, {@code unknown NUMBER…}
 *   <li>{@code waiting}: the answer is {@code waiting COUNT}, negative if the count is not known
 *   <li>{@code change NUMBER}: change the layout. There is no answer; standard error says what came of it
 *   <li>{@code stop}: finish what was ordered before, stop in order and end
 * </ul>
 *
 * <p>It prints {@code ready} once. Everything else that is printed goes to standard error. The process halts at the end
 * of standard input, so that it ends with its parent.
 */
public final class SubjectMain {

    static final String OPTION_PUTTERS = "putters";
    private static final int PUTTERS = 4;

    private SubjectMain() {}

    /** Runs until it has to stop. */
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        System.setOut(System.err);
        SubjectArguments parsed = SubjectArguments.parse(arguments);
        SubjectSettings settings = parsed.settings();
        EffectTask task = new EffectTask(settings.process(), BeforeEffect.pause(settings), event -> {});
        try (Subject subject = start(parsed, task)) {
            answers.println("ready");
            new OrderReader(subject, answers, settings.number(OPTION_PUTTERS, PUTTERS)).read(System.in);
        }
        System.exit(0);
    }

    /** Creates the tables if this process does, and starts the subject. */
    public static Subject start(SubjectArguments arguments, EffectTask task) throws Exception {
        SubjectProgram program = SubjectArguments.program(arguments.program());
        SubjectSettings settings = arguments.settings();
        if (arguments.createsTables()) {
            try (HikariDataSource pool = settings.autoCommitPool(1);
                    Connection connection = pool.getConnection()) {
                EffectTask.createTable(connection, settings);
                program.createTables(connection, settings);
            }
        }
        return program.start(settings, task);
    }
}
