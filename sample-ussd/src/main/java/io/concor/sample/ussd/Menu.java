package io.concor.sample.ussd;

import java.util.Map;

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

    /** What stands below the choices where there is a menu before. */
    static final String WAYS_BACK = "\n" + BACK + " Back\n" + TO_MAIN + " Main menu";

    /** Whether the session ends with this page. */
    boolean isFinal() {
        return targets.isEmpty();
    }
}
