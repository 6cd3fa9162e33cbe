package io.concor.sample.ussd.menu;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the file of the menus and builds the pages. Stops at the first error. Not thread-safe. */
final class MenuBuilder {

    private static final Pattern SERVICE_CODE = Pattern.compile("[*#][0-9*#]{1,20}");
    private static final Pattern CHOICE = Pattern.compile("[1-9][0-9]?");

    /**
     * The characters of the GSM alphabet that take one of the 182 places; all others take two places, or reduce the page
     * to 91.
     */
    private static final Pattern GSM =
            Pattern.compile("[A-Za-z0-9 \\n@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!\"#¤%&'()*+,\\-./:;<=>?¡" + "ÄÖÑÜ§¿äöñüà]*");

    private final MenuFile file;
    private final Map<String, Menu> menus = new LinkedHashMap<>();
    private final Map<String, Menu> services = new LinkedHashMap<>();

    MenuBuilder(MenuFile file) {
        this.file = file;
    }

    Menus build() {
        String defaultText = text("default-text", file.defaultText());
        Menu unknown =
                new Menu("unknown-service-text", text("unknown-service-text", file.unknownServiceText()), Map.of());
        Map<String, String> codes = filled("services", file.services(), "write a service code and its main menu");
        Map<String, MenuFile.MenuEntry> pages = filled("menus", file.menus(), "write a menu");
        pages.forEach((name, page) -> menus.put(name, menu(name, page)));
        codes.forEach(this::service);
        menus.values().forEach(this::requireTargets);
        menus.values().forEach(menu -> requireRoom(menu, defaultText));
        menus.values().forEach(this::requireAnEnd);
        requireAWayToEach();
        return new Menus(defaultText, unknown, services, menus);
    }

    private static Menu menu(String name, MenuFile.@Nullable MenuEntry page) {
        String place = "menus." + name;
        if (page == null) {
            throw invalid(place, "", "is empty", "give it a text");
        }
        StringBuilder lines = new StringBuilder(text(place + ".text", page.text()));
        Map<String, String> targets = new LinkedHashMap<>();
        if (page.choices() != null) {
            filled(place + ".choices", page.choices(), "write choices, or leave the key out for a final page")
                    .forEach((key, choice) -> add(place + ".choices." + key, key, choice, lines, targets));
        }
        return new Menu(name, lines.toString(), Map.copyOf(targets));
    }

    private static void add(
            String place,
            String key,
            MenuFile.@Nullable Choice choice,
            StringBuilder lines,
            Map<String, String> targets) {
        require(CHOICE.matcher(key).matches(), place, key, "is no choice", "take 1 to 99; 0 and 00 lead back");
        if (choice == null) {
            throw invalid(place, "", "is empty", "give it a text and a menu");
        }
        lines.append('\n').append(key).append(' ').append(text(place + ".text", choice.text()));
        targets.put(key, text(place + ".menu", choice.menu()));
    }

    private void service(String code, @Nullable String main) {
        String place = "services." + code;
        require(SERVICE_CODE.matcher(code).matches(), place, code, "is no service code", "write one like *100#");
        Menu menu = main == null ? null : menus.get(main);
        if (menu == null) {
            throw invalid(place, String.valueOf(main), "names no menu", "name one of " + menus.keySet());
        }
        services.put(code, menu);
    }

    private void requireTargets(Menu menu) {
        menu.targets()
                .forEach((key, target) -> require(
                        menus.containsKey(target),
                        "menus." + menu.name() + ".choices." + key + ".menu",
                        target,
                        "names no menu",
                        "name one of " + menus.keySet()));
    }

    /** Checks the longest form of a page: with the default text above, unless the page is final. */
    private void requireRoom(Menu menu, String defaultText) {
        int needed = menu.page().length()
                + (menu.isFinal() ? 0 : defaultText.length() + 1)
                + (showsWaysBack(menu) ? Menu.WAYS_BACK.length() : 0);
        require(
                needed <= Menus.PAGE_CHARACTERS,
                "menus." + menu.name(),
                menu.page(),
                "takes " + needed
                        + " characters with its choices, the ways back and the default text, and a USSD page has "
                        + Menus.PAGE_CHARACTERS,
                "shorten the texts or split the menu");
    }

    private boolean showsWaysBack(Menu menu) {
        return !menu.isFinal()
                && menus.values().stream().anyMatch(other -> other.targets().containsValue(menu.name()));
    }

    private void requireAnEnd(Menu menu) {
        require(
                reachableFrom(Set.of(menu.name())).stream().map(this::named).anyMatch(Menu::isFinal),
                "menus." + menu.name(),
                menu.name(),
                "is in a loop: no choice leads from it to a final page",
                "let one of its choices lead to a menu without choices");
    }

    private void requireAWayToEach() {
        Set<String> reachable =
                reachableFrom(services.values().stream().map(Menu::name).toList());
        menus.keySet()
                .forEach(name -> require(
                        reachable.contains(name),
                        "menus." + name,
                        name,
                        "cannot be reached from any service",
                        "name it at a choice, or take it out"));
    }

    private Set<String> reachableFrom(Collection<String> names) {
        Set<String> reached = new HashSet<>();
        names.forEach(name -> reach(name, reached));
        return reached;
    }

    private void reach(String name, Set<String> reached) {
        if (reached.add(name)) {
            named(name).targets().values().forEach(target -> reach(target, reached));
        }
    }

    private Menu named(String name) {
        return Objects.requireNonNull(menus.get(name), name);
    }

    private static String text(String place, @Nullable String text) {
        if (text == null || text.isBlank()) {
            throw invalid(place, "", "is empty", "write a text");
        }
        require(
                GSM.matcher(text).matches(),
                place,
                text,
                "holds what is not in the GSM alphabet",
                "write it otherwise");
        require(
                text.length() <= Menus.PAGE_CHARACTERS,
                place,
                text,
                "has " + text.length() + " characters, and a USSD page has " + Menus.PAGE_CHARACTERS,
                "shorten it");
        return text;
    }

    private static <V> Map<String, V> filled(String place, @Nullable Map<String, V> entries, String action) {
        if (entries == null || entries.isEmpty()) {
            throw invalid(place, "", "is empty", action);
        }
        return entries;
    }

    private static void require(boolean condition, String place, String value, String otherwise, String action) {
        if (!condition) {
            throw invalid(place, value, otherwise, action);
        }
    }

    private static InvalidMenusException invalid(String place, String value, String reason, String action) {
        return new InvalidMenusException(
                String.format(Locale.ROOT, "%s ('%s') %s", place, value, reason), action, null);
    }
}
