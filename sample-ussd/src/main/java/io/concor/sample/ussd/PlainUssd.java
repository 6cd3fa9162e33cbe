package io.concor.sample.ussd;

import io.concor.sample.support.FirstAnswer;
import io.concor.sample.support.FlowEntry;
import io.concor.sample.support.PlainFlow;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * The server without Concor, for comparison: the same tasks, called by hand, with the threads of the preset
 * {@code production}. One thread serves the sessions, the menus and the sender, another the log and the errors. No
 * request expires; the HTTP client has timeouts of its own.
 */
@Component
@Profile("plain")
class PlainUssd extends PlainFlow implements FlowEntry<UssdRequest> {

    private final InTranslator inTranslator;
    private final UssdSessionManager sessionManager;
    private final MenuStructureResolver menuStructureResolver;
    private final MenuResolver menuResolver;
    private final ReplySender replySender;
    private final ReplyLogger replyLogger;
    private final ErrorLogger errorLogger;
    private final Stage sessions = stage("sessions", 1);

    PlainUssd(
            InTranslator inTranslator,
            UssdSessionManager sessionManager,
            MenuStructureResolver menuStructureResolver,
            MenuResolver menuResolver,
            ReplySender replySender,
            ReplyLogger replyLogger,
            ErrorLogger errorLogger,
            UssdProperties properties) {
        super(properties.maxInFlight());
        this.inTranslator = inTranslator;
        this.sessionManager = sessionManager;
        this.menuStructureResolver = menuStructureResolver;
        this.menuResolver = menuResolver;
        this.replySender = replySender;
        this.replyLogger = replyLogger;
        this.errorLogger = errorLogger;
    }

    @Override
    public boolean tryEnter(UssdRequest request) {
        if (!tryAdmit()) {
            return false;
        }
        FirstAnswer<SentReply> end = new FirstAnswer<>(this::sent, this::failed);
        attempt(end, () -> {
            UssdMessage message = inTranslator.apply(request);
            sessions.execute(end, () -> answer(message, end));
        });
        return true;
    }

    private void answer(UssdMessage message, FirstAnswer<SentReply> end) {
        UssdSessionMessage inSession = sessionManager.apply(message);
        Reply reply = menuResolver.apply(menuStructureResolver.apply(inSession));
        replySender.apply(reply, end);
    }

    private void sent(SentReply sent) {
        conclude(() -> log(sent));
    }

    private void log(SentReply sent) {
        try {
            replyLogger.accept(sent);
        } catch (Throwable error) {
            errorLogger.onError(error);
        }
    }

    private void failed(Throwable error) {
        conclude(() -> errorLogger.onError(error));
    }
}
