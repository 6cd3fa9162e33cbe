package io.concor.kafka.topic;

import io.concor.QueueStoreException;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;

/** Waits for answers of the admin client. Thread-safe. */
public final class KafkaCalls {

    static final Duration LONGEST = Duration.ofSeconds(30);

    private KafkaCalls() {}

    /**
     * Waits for an answer, thirty seconds at most.
     *
     * @param action what is done, for the message of a failure, as "create the topics of the queue orders.book"
     * @param answer what is awaited; the client has it for each thing that it was asked for
     * @throws QueueStoreException if it fails
     */
    public static <T> T await(String action, @Nullable KafkaFuture<T> answer) {
        return await(action, answer, LONGEST);
    }

    /**
     * Waits for an answer.
     *
     * @param most for how long at most
     * @throws QueueStoreException if it fails
     */
    public static <T> T await(String action, @Nullable KafkaFuture<T> answer, Duration most) {
        try {
            return Objects.requireNonNull(answer).get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failure(action, failed.getCause() == null ? failed : failed.getCause());
        } catch (TimeoutException late) {
            throw failure(action, late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw failure(action, interrupted);
        }
    }

    /**
     * Returns those answers that come, by what was asked for. A broker that has died gives none, and keeps back none of the others.
     * Does not wait.
     *
     * @param most how long after this call the last one counts
     */
    public static <K, T> CompletionStage<Map<K, T>> answers(Map<K, KafkaFuture<T>> asked, Duration most) {
        Map<K, T> found = new ConcurrentHashMap<>();
        CompletableFuture<?>[] all = asked.entrySet().stream()
                .map(each -> each.getValue().toCompletionStage().thenAccept(answer -> found.put(each.getKey(), answer)))
                .map(each -> each.exceptionally(failed -> null).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all)
                .completeOnTimeout(null, most.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(over -> Map.copyOf(found));
    }

    /** Returns those answers that come, as {@link #answers(Map, Duration)}. */
    public static <T> CompletionStage<List<T>> answers(Collection<KafkaFuture<T>> asked, Duration most) {
        Map<Integer, KafkaFuture<T>> numbered = new HashMap<>();
        asked.forEach(each -> numbered.put(numbered.size(), each));
        return answers(numbered, most).thenApply(found -> List.copyOf(found.values()));
    }

    /** Returns why something has failed; null if it has not, or it is not known yet. Does not wait. */
    public static @Nullable Throwable failureSoFar(Future<?> answer) {
        boolean interrupted = false;
        while (answer.isDone()) {
            try {
                answer.get();
                break;
            } catch (ExecutionException failed) {
                restore(interrupted);
                return failed.getCause() == null ? failed : failed.getCause();
            } catch (InterruptedException again) {
                interrupted = true; // it does not wait: the caller's next call that does ends by that
            }
        }
        restore(interrupted);
        return null;
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what says that something could not be done. */
    public static QueueStoreException failure(String action, Throwable cause) {
        return new QueueStoreException(
                Sentence.of(
                        "The Kafka store cannot %s: %s. Check bootstrap.servers, its credentials and the brokers",
                        action, cause),
                false,
                cause);
    }
}
