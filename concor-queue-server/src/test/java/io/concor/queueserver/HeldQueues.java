package io.concor.queueserver;

import io.concor.queues.client.Queues;
import io.concor.queues.client.jdbc.JdbcQueues;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Lets each message that is sent wait in the store until it is released. No component, or each test would find it. */
class HeldQueues {

    private final CountDownLatch sending = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Bean
    @Primary
    Queues slowQueues(JdbcQueues queues) {
        return (Queues) Proxy.newProxyInstance(
                HeldQueues.class.getClassLoader(), new Class<?>[] {Queues.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("sendAll")) {
                        sending.countDown();
                        released.await();
                    }
                    try {
                        return method.invoke(queues, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getTargetException();
                    }
                });
    }

    /** Waits until a message is being sent. */
    void awaitSending() throws InterruptedException {
        sending.await();
    }

    void release() {
        released.countDown();
    }
}
