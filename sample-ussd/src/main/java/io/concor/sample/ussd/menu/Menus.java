package io.concor.sample.ussd.menu;

import java.util.Map;
import java.util.Objects;

/** The menus of all services. Immutable. */
public final class Menus {

    /** The size of a USSD page: 182 characters of seven bits. */
    public static final int PAGE_CHARACTERS = 182;

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
     * Builds the menus.
     *
     * @throws InvalidMenusException if a page is missing, is too long or leads to no final page
     */
    static Menus of(MenuFile file) {
        return new MenuBuilder(file).build();
    }

    /** Returns the main menu of a service code, or a final page if the code is unknown. */
    public Menu ofService(String code) {
        return byService.getOrDefault(code, unknownService);
    }

    Menu named(String name) {
        return Objects.requireNonNull(byName.get(name), name);
    }

    String defaultText() {
        return defaultText;
    }
}
