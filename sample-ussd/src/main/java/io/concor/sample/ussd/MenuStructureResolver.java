package io.concor.sample.ussd;

import io.concor.SimpleTask;
import io.concor.sample.ussd.menu.Menus;
import org.springframework.stereotype.Component;

/** Finds the main menu of the service code that began the session. */
@Component
class MenuStructureResolver implements SimpleTask<UssdSessionMessage, MenuMessage> {

    private final Menus menus;

    MenuStructureResolver(Menus menus) {
        this.menus = menus;
    }

    @Override
    public MenuMessage apply(UssdSessionMessage incoming) {
        UssdSession session = incoming.session();
        return new MenuMessage(incoming.message(), session, menus.ofService(session.dialled()));
    }
}
