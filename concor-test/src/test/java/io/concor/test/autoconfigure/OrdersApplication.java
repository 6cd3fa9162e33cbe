package io.concor.test.autoconfigure;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with a flow of two tasks, one of which needs a service. Its components are found by scanning. */
@SpringBootApplication
class OrdersApplication {

    interface Prices {
        int priceOf(String article);
    }
}
