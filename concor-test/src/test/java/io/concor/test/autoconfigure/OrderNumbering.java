package io.concor.test.autoconfigure;

import io.concor.SingleThreadedTask;
import org.springframework.stereotype.Component;

@Component("numbering")
class OrderNumbering implements SingleThreadedTask<Integer, String> {

    private int last;

    @Override
    public String apply(Integer price) {
        last++;
        return "%d: %d".formatted(last, price);
    }
}
