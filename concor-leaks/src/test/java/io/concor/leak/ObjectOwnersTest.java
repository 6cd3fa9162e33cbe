package io.concor.leak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ObjectOwnersTest {

    private static final int MOST = 1_600;

    private final ObjectOwners owners = new ObjectOwners(MOST);
    private final EventIdentity one = new EventIdentity();
    private final EventIdentity other = new EventIdentity();

    @Test
    void givesAnObjectToTheFirstEvent() {
        Object object = new Object();

        assertThat(owners.claim(object, one)).isNull();
        assertThat(owners.claim(object, one)).isNull();
        assertThat(owners.claim(object, other)).isSameAs(one);
        assertThat(owners.claim(object, one)).isNull();
    }

    @Test
    void givesAnObjectToAnotherEventAfterTheFirstHasEnded() {
        Object object = new Object();
        owners.claim(object, one);
        one.end();

        assertThat(owners.claim(object, other)).isSameAs(one);
        assertThat(owners.claim(object, other)).isNull();
    }

    @Test
    void distinguishesEqualObjects() {
        assertThat(owners.claim(new ArrayList<>(), one)).isNull();
        assertThat(owners.claim(new ArrayList<>(), other)).isNull();
    }

    @Test
    void keepsNoObjectAlive() {
        WeakReference<Object> object = claimed();

        await("the object to be collected").until(() -> {
            System.gc();
            return object.refersTo(null) && owners.size() == 0;
        });
    }

    private WeakReference<Object> claimed() {
        Object object = new byte[1_000];
        owners.claim(object, one);
        one.meets(object);
        return new WeakReference<>(object);
    }

    @Test
    void forgetsTheLeastRecentlyClaimedObjectBeyondItsBound() {
        Object first = new Object();
        owners.claim(first, one);
        List<Object> more =
                IntStream.range(0, 4 * MOST).mapToObj(i -> new Object()).toList();
        for (Object object : more) {
            owners.claim(object, one);
            assertThat(owners.claim(first, other)).isSameAs(one);
        }

        assertThat(owners.size()).isLessThanOrEqualTo(MOST);
        assertThat(owners.claim(more.get(0), other)).as("forgotten").isNull();
    }

    @Test
    void givesEachObjectToOneOfSeveralThreads() throws Exception {
        int threads = 4;
        ObjectOwners roomy = new ObjectOwners(1_000);
        List<Object> objects =
                IntStream.range(0, 1_000).mapToObj(i -> new Object()).toList();
        AtomicIntegerArray winners = new AtomicIntegerArray(objects.size());
        CyclicBarrier start = new CyclicBarrier(threads);
        List<CompletableFuture<Void>> running = IntStream.range(0, threads)
                .mapToObj(thread -> LeakingFlows.onOwnThread(() -> {
                    EventIdentity event = new EventIdentity();
                    start.await();
                    for (int i = 0; i < objects.size(); i++) {
                        if (roomy.claim(objects.get(i), event) == null) {
                            winners.incrementAndGet(i);
                        }
                    }
                }))
                .toList();
        for (CompletableFuture<Void> thread : running) {
            LeakingFlows.get(thread);
        }

        assertThat(IntStream.range(0, objects.size()).map(winners::get)).containsOnly(1);
    }
}
