package io.concor.queues.write;

import java.util.List;

/**
 * Dead letters that are kept in one transaction.
 *
 * @param mayBeThere whether the answer to a commit of them was lost
 */
record LetterLoad(List<LetterRequest> letters, boolean mayBeThere) implements LoadWriter.Load<LetterLoad> {

    @Override
    public int size() {
        return letters.size();
    }

    @Override
    public LetterLoad part(int from, int to) {
        return new LetterLoad(letters.subList(from, to), mayBeThere);
    }
}
