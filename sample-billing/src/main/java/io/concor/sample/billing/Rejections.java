package io.concor.sample.billing;

import io.concor.sample.billing.Outcome.Rejected;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The rejected records in the database, for whoever corrects them. */
@Repository
class Rejections {

    private static final int MAX_RECORD = 1000;

    /** What a database does not store as text. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cs}]");

    private final JdbcClient database;

    Rejections(JdbcClient database) {
        this.database = database;
    }

    /** Adds a record, of which at most 1000 characters are kept. */
    void add(Submission submission, Rejected rejected) {
        database.sql("""
                        insert into rejected_record (source, record, rejection, reason)
                        values (:source, :record, :rejection, :reason)""")
                .param("source", submission.source())
                .param("record", printable(submission.text()))
                .param("rejection", rejected.rejection().name())
                .param("reason", rejected.reason())
                .update();
    }

    private static String printable(String text) {
        String begin = text.length() > MAX_RECORD ? text.substring(0, MAX_RECORD) : text;
        return UNPRINTABLE.matcher(begin).replaceAll("\uFFFD");
    }
}
