package io.concor.sample;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** Runs in each sample, over its tests too. */
class SampleArchitectureTest {

    @Test
    void usesThePublicApiOnly() {
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false); // Spring's classes take seconds

        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.concor.engine..")
                .check(new ClassFileImporter().importPackages("io.concor.sample"));
    }
}
