package io.concor.queueserver.request;

import io.concor.InvalidSettingException;
import io.concor.SimpleTask;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.queues.client.EndRequest;
import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.Queues;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queueserver.request.Answers.Named;
import io.concor.queueserver.request.Answers.QueueNames;
import io.concor.queueserver.request.StoreRequest.End;
import io.concor.queueserver.request.StoreRequest.ListWaiting;
import io.concor.queueserver.request.StoreRequest.Other;
import io.concor.queueserver.request.StoreRequest.Peek;
import io.concor.queueserver.request.StoreRequest.Receive;
import io.concor.queueserver.request.StoreRequest.Refused;
import io.concor.queueserver.request.StoreRequest.Send;
import io.concor.text.DurationFormat;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Understands requests. What only the queues know, such as which names there are, they check. Thread-safe. */
final class RequestParser implements SimpleTask<ApiRequest, Command> {

    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);
    private static final int DEFAULT_PAGE = 100;

    private static final Set<String> OF_QUEUE = Set.of("name");
    private static final Set<String> OF_MESSAGE = Set.of("content", "to", "delay", "id");

    @Override
    public Command apply(ApiRequest request) {
        try {
            return understood(request);
        } catch (InvalidRequestException | InvalidSettingException wrong) {
            return new Command(request.caller(), new Refused(wrong));
        }
    }

    private static Command understood(ApiRequest request) {
        QueryParameters query =
                QueryParameters.of(request.query(), request.operation().parameters());
        return switch (request.operation()) {
            case REGISTER -> register(request);
            case LEAVE -> leave(request);
            case CREATE -> create(request, JsonBody.of(request.body(), OF_QUEUE));
            case DELETE -> delete(request, query);
            case LIST -> query.get("waiting") == null ? list(request, query) : waiting(request, query);
            case SEND -> send(request, JsonBody.of(request.body(), OF_MESSAGE));
            case RECEIVE -> receive(request, query);
            case PEEK -> peek(request, query);
            case END -> end(request, query);
        };
    }

    private static Command command(ApiRequest request, Function<Queues, Result> work) {
        return new Command(request.caller(), new Other(work));
    }

    private static Command register(ApiRequest request) {
        String client = request.client();
        return command(request, queues -> Result.there(queues.register(client), new Named(client)));
    }

    private static Command leave(ApiRequest request) {
        return command(request, queues -> {
            queues.leave(request.client());
            return Result.nothing();
        });
    }

    private static Command create(ApiRequest request, JsonBody body) {
        String name = PathNames.require("name", body.required("name"));
        return command(request, queues -> Result.there(queues.create(request.client(), name), new Named(name)));
    }

    private static Command delete(ApiRequest request, QueryParameters query) {
        boolean force = SettingFormat.trueOrFalse("force", query.get("force", "false"));
        return command(request, queues -> {
            queues.delete(request.client(), request.queueName(), force);
            return Result.nothing();
        });
    }

    private static Command list(ApiRequest request, QueryParameters query) {
        int limit = SettingFormat.wholeNumber("limit", query.get("limit", String.valueOf(DEFAULT_PAGE)));
        if (limit < 1 || limit > QueuesSettings.MOST_NAMES) {
            throw new InvalidRequestException(
                    "limit", limit + " is out of bounds", "1 to " + QueuesSettings.MOST_NAMES);
        }
        String after = query.get("after");
        return command(request, queues -> {
            List<String> names = queues.queues(request.client(), after, limit);
            String next = names.size() < limit ? null : names.get(limit - 1);
            return Result.of(HttpStatus.OK, new QueueNames(names, next));
        });
    }

    private static Command waiting(ApiRequest request, QueryParameters query) {
        String whose = query.required("waiting", "me");
        if (!whose.equals("me") || query.values().size() > 1) {
            throw new InvalidRequestException(
                    "waiting", Sentence.of("is '%s'", SafeText.shown(whose)), "me, and no further parameter");
        }
        return new Command(request.caller(), new ListWaiting(request.client()));
    }

    private static Command send(ApiRequest request, JsonBody body) {
        String delay = body.get("delay");
        String id = body.get("id");
        MessageToSend message = new MessageToSend(
                request.client(),
                request.queueName(),
                body.required("content"),
                body.get("to"),
                delay == null ? Duration.ZERO : SettingFormat.duration("delay", delay),
                id == null ? null : PathNames.require("id", id));
        return new Command(request.caller(), new Send(message));
    }

    private static Command receive(ApiRequest request, QueryParameters query) {
        Duration wait = SettingFormat.duration("wait", query.get("wait", "0s"));
        if (wait.isNegative() || wait.compareTo(QueuesSettings.MOST_WAIT) > 0) {
            throw new InvalidRequestException(
                    "wait",
                    Sentence.of("%s is out of bounds", SafeText.shown(query.get("wait", ""))),
                    "0s to " + DurationFormat.of(QueuesSettings.MOST_WAIT));
        }
        ReceiveRequest wanted =
                new ReceiveRequest(request.client(), request.queueName(), query.get("from"), lease(query));
        return new Command(request.caller(), new Receive(wanted, wait));
    }

    private static @Nullable Duration lease(QueryParameters query) {
        String ack = query.get("ack", "auto");
        String lease = query.get("lease");
        if (!ack.equals("explicit") && !ack.equals("auto")) {
            throw new InvalidRequestException(
                    "ack", Sentence.of("is '%s'", SafeText.shown(ack)), "explicit, or auto (the default)");
        }
        if (ack.equals("auto")) {
            if (lease != null) {
                throw new InvalidRequestException("lease", "the message is not leased", "only with ack=explicit");
            }
            return null;
        }
        return lease == null ? DEFAULT_LEASE : SettingFormat.duration("lease", lease);
    }

    private static Command peek(ApiRequest request, QueryParameters query) {
        ReceiveRequest wanted = new ReceiveRequest(request.client(), request.queueName(), query.get("from"), null);
        return new Command(request.caller(), new Peek(wanted));
    }

    private static Command end(ApiRequest request, QueryParameters query) {
        String receipt = query.required("receipt", "the receipt that came with the message");
        EndRequest wanted = new EndRequest(request.client(), request.queueName(), request.messageId(), receipt);
        return new Command(request.caller(), new End(wanted));
    }
}
