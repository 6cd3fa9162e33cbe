package io.concor.sample.ussd;

import io.concor.SimpleTask;
import io.concor.sample.ussd.menu.MenuNavigation;
import io.concor.sample.ussd.menu.Menus;
import org.springframework.stereotype.Component;

/** Follows the answers of the session through the menus to the next page. */
@Component
class MenuResolver implements SimpleTask<MenuMessage, Reply> {

    private final Menus menus;

    MenuResolver(Menus menus) {
        this.menus = menus;
    }

    @Override
    public Reply apply(MenuMessage incoming) {
        MenuNavigation navigation = new MenuNavigation(menus, incoming.main());
        incoming.session().choices().forEach(navigation::choose);
        return new Reply(incoming.message(), navigation.page(), navigation.ended());
    }
}
