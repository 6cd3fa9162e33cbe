package io.concor.sample.ussd.menu;

import java.util.ArrayDeque;
import java.util.Deque;

/** Follows the answers of one session through the menus. Not thread-safe. */
public final class MenuNavigation {

    private final Menus menus;
    private final Menu main;
    private final Deque<Menu> before = new ArrayDeque<>();
    private Menu at;
    private boolean understood = true;

    public MenuNavigation(Menus menus, Menu main) {
        this.menus = menus;
        this.main = main;
        this.at = main;
    }

    /** Goes to the menu of the choice. Stays at an unknown choice and at a final page. */
    public void choose(String choice) {
        if (ended()) {
            return;
        }
        understood = true;
        switch (choice) {
            case Menu.BACK -> back();
            case Menu.TO_MAIN -> toMain();
            default -> on(choice);
        }
    }

    private void back() {
        if (!before.isEmpty()) {
            at = before.pop();
        }
    }

    private void toMain() {
        before.clear();
        at = main;
    }

    private void on(String choice) {
        String target = at.targets().get(choice);
        understood = target != null;
        if (target != null) {
            before.push(at);
            at = menus.named(target);
        }
    }

    public String page() {
        String page = understood ? at.page() : menus.defaultText() + "\n" + at.page();
        return before.isEmpty() || ended() ? page : page + Menu.WAYS_BACK;
    }

    public boolean ended() {
        return at.isFinal();
    }
}
