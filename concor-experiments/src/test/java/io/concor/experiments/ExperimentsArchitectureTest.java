package io.concor.experiments;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the experiments. */
@AnalyzeClasses(packages = "io.concor.experiments", importOptions = ImportOption.DoNotIncludeTests.class)
class ExperimentsArchitectureTest {

    @ArchTest
    static final ArchRule hasNoPackageCycles =
            slices().matching("io.concor.(**)").should().beFreeOfCycles();

    /** Neither the engine nor any other part of Concor: the samples and their twins run in processes of their own. */
    @ArchTest
    static final ArchRule usesTheSimulatorAndTheTableWriterOnly = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.concor.experiments.laboratory..",
                    "io.concor.experiments.autopilot",
                    "io.concor.experiments.batch",
                    "io.concor.experiments.distributed",
                    "io.concor.experiments.durable.concor",
                    "io.concor.experiments.twin")
            .should()
            .dependOnClassesThat(resideInAPackage("io.concor..")
                    .and(resideOutsideOfPackages(
                            "io.concor.experiments..", "io.concor.simulator..", "io.concor.benchmarks.report")))
            .because("they measure the samples as a user would build them");

    /** The laboratory, the autopilot's experiments and those of batches and durable slots run flows themselves, as an application would. */
    @ArchTest
    static final ArchRule doesNotUseTheEngine = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.concor.engine..")
            .because("the engine is no API");
}
