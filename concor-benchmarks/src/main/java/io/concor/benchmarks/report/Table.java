package io.concor.benchmarks.report;

import java.util.List;

/**
 * A table of the report.
 *
 * @param name its name, by which the document refers to it
 * @param rowHeader what stands above the rows' names
 * @param columns its columns
 * @param trials what fills it
 */
record Table(String name, String rowHeader, List<Column> columns, List<Trial> trials) {}
