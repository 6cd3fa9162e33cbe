package io.concor.sample.ussd;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file of the menus, as it is written. What is missing is null: {@link MenuBuilder} says so.
 *
 * @param defaultText stands above the menu when an answer is none of its choices
 * @param unknownServiceText what is shown to those who dial a service code that is not there
 * @param services the name of the main menu behind each service code
 * @param menus the menus by their names
 */
record MenuFile(
        @Nullable String defaultText,
        @Nullable String unknownServiceText,
        @Nullable Map<String, String> services,
        @Nullable Map<String, Page> menus) {

    /**
     * One menu.
     *
     * @param text what stands above the choices
     * @param choices the choices by what is answered; null on a final page
     */
    record Page(@Nullable String text, @Nullable Map<String, Choice> choices) {}

    /**
     * One choice.
     *
     * @param text what stands behind its number
     * @param menu the menu that it leads to
     */
    record Choice(@Nullable String text, @Nullable String menu) {}
}
