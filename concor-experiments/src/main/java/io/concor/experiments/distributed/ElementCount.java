package io.concor.experiments.distributed;

import io.concor.SideEffectTask;
import java.io.PrintStream;

/** Counts the measured elements and looks at their order. For the thread of the last stage. */
final class ElementCount implements SideEffectTask<Element> {

    private final int elements;
    private final PrintStream answers;
    private int counted;
    private int outOfOrder;

    /** @param elements after so many it prints when they ended, and how many did not come in their place */
    ElementCount(int elements, PrintStream answers) {
        this.elements = elements;
        this.answers = answers;
    }

    @Override
    public void accept(Element element) {
        if (element.index() < 0) {
            return;
        }
        if (element.index() != counted) {
            outOfOrder++;
        }
        counted++;
        if (counted == elements) {
            answers.println("ended %d %d".formatted(System.nanoTime(), outOfOrder));
        }
    }
}
