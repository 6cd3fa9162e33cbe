package io.concor.sample.ussd;

import io.concor.SimpleTask;
import org.springframework.stereotype.Component;

/** Follows the subscriber's answers through the menu, to the page that comes next. */
@Component
class MenuResolver implements SimpleTask<MenuMessage, Reply> {

    private final Menus menus;

    MenuResolver(Menus menus) {
        this.menus = menus;
    }

    @Override
    public Reply apply(MenuMessage incoming) {
        Walk walk = new Walk(menus, incoming.main());
        incoming.session().choices().forEach(walk::choose);
        return new Reply(incoming.message(), walk.page(), walk.ended());
    }
}
