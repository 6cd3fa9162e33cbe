package io.concor.sample.moflow;

import io.concor.sample.support.FirstAnswer;
import io.concor.sample.support.FlowEntry;
import io.concor.sample.support.PlainFlow;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * The gateway without Concor, for comparison: the same tasks, called by hand, with the threads of the preset
 * {@code production}. One thread serves the sessions, 32 threads serve the database and the sender, one serves the log
 * and the errors. No message expires; the database and the HTTP client have timeouts of their own.
 */
@Component
@Profile("plain")
class PlainMoFlow extends PlainFlow implements FlowEntry<IncomingMessage> {

    /** One for each connection to the database. */
    static final int DATABASE_THREADS = 32;

    private final Translator translator;
    private final MoSessionManager sessionManager;
    private final Router router;
    private final EndpointResolver endpointResolver;
    private final AtTranslator atTranslator;
    private final MessageSender messageSender;
    private final TransLogger transLogger;
    private final MoErrorHandler errorHandler;
    private final Stage sessions = stage("sessions", 1);
    private final Stage database = stage("database", DATABASE_THREADS);

    PlainMoFlow(
            Translator translator,
            MoSessionManager sessionManager,
            Router router,
            EndpointResolver endpointResolver,
            AtTranslator atTranslator,
            MessageSender messageSender,
            TransLogger transLogger,
            MoErrorHandler errorHandler,
            MoFlowProperties properties) {
        super(properties.maxInFlight());
        this.translator = translator;
        this.sessionManager = sessionManager;
        this.router = router;
        this.endpointResolver = endpointResolver;
        this.atTranslator = atTranslator;
        this.messageSender = messageSender;
        this.transLogger = transLogger;
        this.errorHandler = errorHandler;
    }

    @Override
    public boolean tryEnter(IncomingMessage incoming) {
        if (!tryAdmit()) {
            return false;
        }
        FirstAnswer<SentMessage> end = new FirstAnswer<>(this::sent, this::failed);
        attempt(end, () -> {
            MoMessage message = translator.apply(incoming);
            sessions.execute(end, () -> route(message, end));
        });
        return true;
    }

    private void route(MoMessage message, FirstAnswer<SentMessage> end) {
        RoutedMessage routed = router.apply(sessionManager.apply(message));
        database.execute(end, () -> send(routed, end));
    }

    private void send(RoutedMessage routed, FirstAnswer<SentMessage> end) {
        messageSender.apply(atTranslator.apply(endpointResolver.apply(routed)), end);
    }

    private void sent(SentMessage sent) {
        conclude(() -> log(sent));
    }

    private void log(SentMessage sent) {
        try {
            transLogger.accept(sent);
        } catch (Throwable error) {
            errorHandler.onError(error);
        }
    }

    private void failed(Throwable error) {
        conclude(() -> errorHandler.onError(error));
    }
}
