package io.concor.sample.moflow;

import io.concor.SideEffectTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes one line for each sent message to the logger {@code mo-flow.trans}. */
@Component
@OnNode("core")
class TransLogger implements SideEffectTask<SentMessage> {

    private static final Logger TRANS = LoggerFactory.getLogger("mo-flow.trans");

    @Override
    public void accept(SentMessage sent) {
        AddressedMessage addressed = sent.message().addressed();
        RoutedMessage routed = addressed.routed();
        TRANS.info(
                "id={} from={} to={} application={} endpoint={} session={} number={} status={}",
                sent.message().id(),
                routed.message().from(),
                routed.message().to(),
                routed.application(),
                addressed.endpoint(),
                routed.session().id(),
                routed.session().messages(),
                sent.status());
    }
}
