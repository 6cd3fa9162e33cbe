package io.concor.test.autoconfigure;

import io.concor.SimpleTask;
import io.concor.test.autoconfigure.OrdersApplication.Prices;
import org.springframework.stereotype.Component;

@Component("pricing")
class OrderPricing implements SimpleTask<String, Integer> {

    private final Prices prices;

    OrderPricing(Prices prices) {
        this.prices = prices;
    }

    @Override
    public Integer apply(String article) {
        return prices.priceOf(article);
    }
}
