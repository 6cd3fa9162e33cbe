package io.concor.sample.ussd;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A menu as subscribers see it.
 *
 * @param name its name in the file
 * @param page what is shown: the text and a line for each choice
 * @param targets the name of the menu behind each choice; none behind a final page
 */
record Menu(String name, String page, Map<String, String> targets) {

    /** The answer that leads to the menu before. */
    static final String BACK = "0";

    /** The answer that leads to the main menu. */
    static final String TO_MAIN = "00";

    /** What stands for every answer that is no choice of any menu. */
    static final String NO_CHOICE = "";

    private static final int HIGHEST_CHOICE = 99;

    private static final Map<String, String> ANSWERS = Stream.concat(
                    Stream.of(BACK, TO_MAIN),
                    IntStream.rangeClosed(1, HIGHEST_CHOICE).mapToObj(Integer::toString))
            .collect(Collectors.toUnmodifiableMap(Function.identity(), Function.identity()));

    /** What stands below the choices where there is a menu before. */
    static final String WAYS_BACK = "\n" + BACK + " Back\n" + TO_MAIN + " Main menu";

    /**
     * The same answer in a text that all sessions share: what a session holds in memory does not grow with what its
     * subscriber writes.
     */
    static String shared(String answer) {
        return ANSWERS.getOrDefault(answer, NO_CHOICE);
    }

    /** Whether the operator is to end the session with this page. */
    boolean isFinal() {
        return targets.isEmpty();
    }
}
