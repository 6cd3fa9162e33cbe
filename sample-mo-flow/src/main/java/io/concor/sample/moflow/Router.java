package io.concor.sample.moflow;

import io.concor.SimpleTask;
import io.concor.sample.support.UndeliverableException;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Finds the application of a short code. */
@Component
@OnNode("core")
class Router implements SimpleTask<MoSessionMessage, RoutedMessage> {

    private final Map<String, String> routes;

    Router(MoFlowProperties properties) {
        routes = Map.copyOf(properties.routes());
    }

    @Override
    public RoutedMessage apply(MoSessionMessage incoming) {
        MoMessage message = incoming.message();
        String application = routes.get(message.to());
        if (application == null) {
            throw new UndeliverableException(
                    "Message " + message.id(), "no application has the short code " + message.to(), null);
        }
        return new RoutedMessage(message, incoming.session(), application);
    }
}
