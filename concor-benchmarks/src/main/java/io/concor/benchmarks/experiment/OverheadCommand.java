package io.concor.benchmarks.experiment;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Experiment 1. */
@Command(
        name = "1",
        description = "What Concor costs: breaking points without it, with it, and with sampling.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class OverheadCommand implements Callable<Integer> {

    @Option(
            names = "--case",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,2,3,4,5",
            description = "Which cases: 1 and 2 mo-flow with a planted bottleneck, 3 mo-flow, 4 ussd, 5 money-tracker;"
                    + " all by default.")
    private List<Integer> cases = List.of();

    @Option(
            names = "--database",
            split = ",",
            description = "On which databases: ${COMPLETION-CANDIDATES}; all by default. Case 4 has none.")
    private List<Database> databases = List.of(Database.values());

    @Mixin
    private final OverheadOptions options = new OverheadOptions();

    @Mixin
    private final PlaceOptions place = new PlaceOptions();

    @Override
    public Integer call() {
        Bounds bounds = new Bounds(place);
        cases.forEach(number -> bounds.within("--case", number, 1, Case.values().length));
        options.check(bounds);
        Page page = place.page();
        for (int number : cases) {
            Case which = Case.number(number);
            if (which.onDatabase()) {
                databases.forEach(database -> run(which, database, page));
            } else {
                run(which, null, page);
            }
        }
        return 0;
    }

    private void run(Case which, @Nullable Database database, Page page) {
        Consumer<String> progress = place.progress();
        progress.accept("Case %d%s".formatted(which.number(), database == null ? "" : " on " + database.title()));
        Overhead overhead = new Overhead(place.workplace(), which, database, options, progress);
        CaseResult result = overhead.run();
        page.archive().keep(result.name(), result);
        page.archive().draw(result.name(), Plots.ramps(overhead::firstRamp));
        page.write();
        progress.accept(new CaseTable(result).markdown());
    }
}
