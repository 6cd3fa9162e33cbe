package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.fixture.RunningFlows;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The gateway of the thesis' appendices A to F, as a user would write it against this API. */
class AppendixFlowTest {

    /** A mobile-originated message on its way to an application. */
    private static final class Message {
        private final String from;
        private final String shortCode;
        private final String text;
        private String session = "";
        private Optional<String> url = Optional.empty();
        private String response = "";

        private Message(String from, String shortCode, String text) {
            this.from = from;
            this.shortCode = shortCode;
            this.text = text;
        }
    }

    /** Appendix A: reads the text of a request. */
    private static final class InTranslator implements SimpleTask<String, Message> {
        private static final Pattern FIELD = Pattern.compile("\"(msisdn|shortCode|message)\":\"([^\"]*)\"");

        @Override
        public Message apply(String json) {
            Map<String, String> fields = new ConcurrentHashMap<>();
            Matcher matcher = FIELD.matcher(json);
            while (matcher.find()) {
                fields.put(matcher.group(1), matcher.group(2));
            }
            if (fields.size() < 3) {
                throw new IllegalArgumentException("a field is missing in " + json);
            }
            return new Message(fields.get("msisdn"), fields.get("shortCode"), fields.get("message"));
        }
    }

    /** Appendix B: one session for each sender; needs no lock. */
    private static final class SessionManager implements SingleThreadedTask<Message, Message> {
        private final Map<String, Integer> sessions = new HashMap<>();

        @Override
        public Message apply(Message message) {
            int number = sessions.merge(message.from, 1, Integer::sum);
            message.session = message.from + "#" + number;
            return message;
        }
    }

    /** Appendix C: asks a database. */
    private static final class EndPointResolver implements SynchronizedRemoteTask<Message, Message> {
        private final Map<String, String> urls =
                Map.of("4499", "http://quiz.example/in", "4500", "http://down.example");

        @Override
        public Message apply(Message message) {
            message.url = Optional.ofNullable(urls.get(message.shortCode));
            return message;
        }
    }

    /** Appendix D: sends with a client that calls back on a thread of its own. */
    private static final class MessageSender implements TransitionTask<Message, Message> {
        private final Executor client;

        private MessageSender(Executor client) {
            this.client = client;
        }

        @Override
        public void apply(Message message, Continuation<Message> continuation) {
            String url = message.url.orElseThrow(() -> new IllegalStateException("no application serves it"));
            client.execute(() -> {
                if (url.contains("down")) {
                    IOException refused = new IOException("connection refused");
                    continuation.onError(() -> refused);
                } else {
                    continuation.continuing(() -> message);
                }
            });
        }
    }

    /** Appendix E: notes the error and gives nothing on. */
    private static final class Catching implements CatchTask<Message> {
        private final ConcurrentLinkedQueue<String> met = new ConcurrentLinkedQueue<>();

        @Override
        public Message onError(Throwable error) {
            met.add(error.getMessage());
            return null;
        }
    }

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    private final ExecutorService client = Executors.newFixedThreadPool(2);
    private final ConcurrentLinkedQueue<String> logged = new ConcurrentLinkedQueue<>();
    private final Catching catching = new Catching();

    /** Appendix F. */
    private final SimpleTask<Message, Message> router = message -> message;

    private final SimpleTask<Message, Message> atTranslator = message -> {
        message.response = message.session + " says " + message.text;
        return message;
    };

    private Flow<String, Message> gateway() {
        return flows.start(Flows.<String>create("mo-flow")
                .map(new InTranslator(), "translator")
                .mapSingleThreaded(new SessionManager(), "session Manager")
                .map(router, "Router")
                .mapSynchronizedRemote(new EndPointResolver(), "End Point Resolver")
                .map(atTranslator, "AT translator")
                .bind(new MessageSender(client), "Message sender")
                .forEach(message -> logged.add(message.response), "trans logger")
                .catching(catching, "Error Handler"));
    }

    private static String request(String from, String shortCode) {
        return "{\"msisdn\":\"%s\",\"shortCode\":\"%s\",\"message\":\"hello\"}".formatted(from, shortCode);
    }

    @AfterEach
    void endClient() {
        client.shutdownNow();
    }

    @Test
    void carriesAMessageThroughAllComponents() throws Exception {
        Flow<String, Message> flow = gateway();

        Message first = RunningFlows.get(flow.submit(request("9471", "4499")));
        Message second = RunningFlows.get(flow.submit(request("9471", "4499")));

        assertThat(first.response).isEqualTo("9471#1 says hello");
        assertThat(second.response).isEqualTo("9471#2 says hello");
        assertThat(logged).containsExactly("9471#1 says hello", "9471#2 says hello");
        assertThat(catching.met).isEmpty();
    }

    @Test
    void givesErrorsFromAnyPlaceToTheErrorHandlerWhichMayGiveNothingOn() throws Exception {
        Flow<String, Message> flow = gateway();

        List<CompletableFuture<Message>> results = List.of(
                flow.submit("no json"), flow.submit(request("9471", "4444")), flow.submit(request("9471", "4500")));

        for (CompletableFuture<Message> result : results) {
            assertThat(RunningFlows.get(result)).isNull();
        }
        assertThat(catching.met)
                .containsExactlyInAnyOrder(
                        "a field is missing in no json", "no application serves it", "connection refused");
        assertThat(logged).isEmpty();
        assertThat(flows.manager().flow("mo-flow").summary().completed()).isEqualTo(3);
    }

    @Test
    void getsTheJoinsThatItsKindsNeed() {
        gateway();

        assertThat(flows.manager().flow("mo-flow").layout().slots())
                .containsOnlyKeys("session Manager", "End Point Resolver")
                .containsEntry("session Manager", JoinSettings.single())
                .containsEntry("End Point Resolver", JoinSettings.cached(32));
    }
}
