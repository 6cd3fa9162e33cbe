package io.concor.sample.ussd.menu;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A menu in the form that subscribers see.
 *
 * @param name the name in the file
 * @param page the text and a line for each choice
 * @param targets the name of the next menu for each choice; empty for a final page
 */
public record Menu(String name, String page, Map<String, String> targets) {

    /** The answer that leads to the previous menu. */
    static final String BACK = "0";

    /** The answer that leads to the main menu. */
    static final String TO_MAIN = "00";

    /** Stands for every answer that is not a choice of any menu. */
    public static final String NO_CHOICE = "";

    private static final int HIGHEST_CHOICE = 99;

    private static final Map<String, String> ANSWERS = Stream.concat(
                    Stream.of(BACK, TO_MAIN),
                    IntStream.rangeClosed(1, HIGHEST_CHOICE).mapToObj(Integer::toString))
            .collect(Collectors.toUnmodifiableMap(Function.identity(), Function.identity()));

    /** The lines after the choices where a previous menu exists. */
    static final String WAYS_BACK = "\n" + BACK + " Back\n" + TO_MAIN + " Main menu";

    /**
     * Returns the same answer as a text that all sessions share, so that the memory of a session does not grow with the
     * texts of its subscriber.
     */
    public static String shared(String answer) {
        return ANSWERS.getOrDefault(answer, NO_CHOICE);
    }

    /** Returns whether the operator must end the session after this page. */
    boolean isFinal() {
        return targets.isEmpty();
    }
}
