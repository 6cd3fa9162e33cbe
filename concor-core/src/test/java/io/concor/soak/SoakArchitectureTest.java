package io.concor.soak;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.concor.soak")
class SoakArchitectureTest {

    @ArchTest
    static final ArchRule usesThePublicApiOnly =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.concor.engine..");
}
