package io.concor.sample.ussd;

import io.concor.SideEffectTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes one line for each sent reply to the logger {@code ussd.trans}. */
@Component
class ReplyLogger implements SideEffectTask<SentReply> {

    private static final Logger TRANS = LoggerFactory.getLogger("ussd.trans");

    @Override
    public void accept(SentReply sent) {
        UssdMessage message = sent.reply().message();
        TRANS.info(
                "id={} session={} from={} ends={} status={}",
                message.id(),
                message.operatorSession(),
                message.from(),
                sent.reply().ends(),
                sent.status());
    }
}
