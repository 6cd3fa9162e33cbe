package io.concor.experiments.laboratory;

import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import javax.xml.parsers.DocumentBuilderFactory;
import org.xml.sax.InputSource;

/** Parses a document into a tree of objects, again and again. Thread-safe. */
final class XmlParser {

    private static final String DOCUMENT =
            "<message>%s</message>".formatted("<part coding=\"gsm7\"><to>491701234567</to>text</part>".repeat(100));

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final DocumentBuilderFactory trees = DocumentBuilderFactory.newInstance();

    /** Parses until the thread has used a processor for this time. */
    void parse(Duration time) throws Exception {
        long end = threads.getCurrentThreadCpuTime() + time.toNanos();
        while (threads.getCurrentThreadCpuTime() < end) {
            trees.newDocumentBuilder().parse(new InputSource(new StringReader(DOCUMENT)));
        }
    }
}
