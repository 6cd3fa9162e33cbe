package io.concor.queues.jdbc;

import io.concor.queues.row.NewRow;
import java.util.ArrayList;
import java.util.List;

/** Cuts rows into pieces that fit a statement. */
final class Chunks {

    private static final int MOST_ROWS = 512;
    /** Far below the longest packet of MariaDB (16 MB); one row may be longer. */
    private static final long MOST_BYTES = 4L << 20;

    private Chunks() {}

    static List<List<NewRow>> of(List<NewRow> rows) {
        List<List<NewRow>> chunks = new ArrayList<>();
        int start = 0;
        long bytes = 0;
        for (int i = 0; i < rows.size(); i++) {
            int size = rows.get(i).message().body().length;
            if (i > start && (i - start == MOST_ROWS || bytes + size > MOST_BYTES)) {
                chunks.add(rows.subList(start, i));
                start = i;
                bytes = 0;
            }
            bytes += size;
        }
        chunks.add(rows.subList(start, rows.size()));
        return chunks;
    }
}
