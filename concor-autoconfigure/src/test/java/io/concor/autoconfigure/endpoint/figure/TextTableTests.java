package io.concor.autoconfigure.endpoint.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTests {

    private record Fruit(String name, Integer weight, Double price) {}

    private static final TextTable<Fruit> TABLE = TextTable.<Fruit>create()
            .text("fruit", Fruit::name)
            .number("weight [g]", Fruit::weight)
            .number("price", Fruit::price);

    @Test
    void alignsTextToTheLeftAndNumbersToTheRight() {
        assertThat(TABLE.format(List.of(new Fruit("apple", 120, 0.5), new Fruit("watermelon", 4000, 12.25))))
                .isEqualTo("""
                        fruit       weight [g]  price
                        apple              120    0.5
                        watermelon        4000  12.25
                        """);
    }

    @Test
    void showsOnlyTheHeaderWithoutRows() {
        assertThat(TABLE.format(List.of())).isEqualTo("fruit  weight [g]  price\n");
    }

    @Test
    void showsAMissingValueAsADash() {
        assertThat(TABLE.format(List.of(new Fruit("apple", null, null)))).endsWith("apple           -      -\n");
    }

    @Test
    void keepsARowOnItsLine() {
        assertThat(TABLE.format(List.of(new Fruit("two\nlines", 1, 1.0)))).contains("two?lines");
    }
}
