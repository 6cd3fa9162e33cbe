package io.concor.sample.ussd;

import java.util.Map;
import java.util.Objects;

/** The menus of all services, ready to be shown. Cannot change, and may be shared. */
final class Menus {

    /** What fits on the display of a mobile: 182 characters of seven bits. */
    static final int PAGE_CHARACTERS = 182;

    private final String defaultText;
    private final Map<String, Menu> byService;
    private final Map<String, Menu> byName;
    private final Menu unknownService;

    Menus(String defaultText, Menu unknownService, Map<String, Menu> byService, Map<String, Menu> byName) {
        this.defaultText = defaultText;
        this.unknownService = unknownService;
        this.byService = Map.copyOf(byService);
        this.byName = Map.copyOf(byName);
    }

    /**
     * Makes menus of what is written in the file.
     *
     * @throws InvalidMenusException if a subscriber would come to a page that is missing, too long or without a way on
     */
    static Menus of(MenuFile file) {
        return new MenuBuilder(file).build();
    }

    /** The main menu behind a service code; one that is not there has a final page. */
    Menu ofService(String code) {
        return byService.getOrDefault(code, unknownService);
    }

    Menu named(String name) {
        return Objects.requireNonNull(byName.get(name), name);
    }

    String defaultText() {
        return defaultText;
    }
}
