package io.concor.sample.ussd.menu;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of the file of the menus. A missing value is null; {@link MenuBuilder} reports it.
 *
 * @param defaultText stands above the menu after an answer that is not one of its choices
 * @param unknownServiceText the page for an unknown service code
 * @param services the name of the main menu of each service code
 * @param menus the menus by their names
 */
record MenuFile(
        @Nullable String defaultText,
        @Nullable String unknownServiceText,
        @Nullable Map<String, String> services,
        @Nullable Map<String, MenuEntry> menus) {

    /**
     * One menu.
     *
     * @param text the text above the choices
     * @param choices the choices by their number; null for a final page
     */
    record MenuEntry(@Nullable String text, @Nullable Map<String, Choice> choices) {}

    /**
     * One choice.
     *
     * @param text the text after the number
     * @param menu the menu that it leads to
     */
    record Choice(@Nullable String text, @Nullable String menu) {}
}
