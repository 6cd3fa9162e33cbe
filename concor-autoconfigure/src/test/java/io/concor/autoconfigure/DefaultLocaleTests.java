package io.concor.autoconfigure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.PrintStream;
import java.util.Formatter;
import org.junit.jupiter.api.Tag;

/**
 * Logs, messages and answers are the same in every default locale of a JVM. In some, numbers are formatted with other digits
 * and lower case has other letters.
 */
@AnalyzeClasses(packages = "io.concor", importOptions = DoNotIncludeTests.class)
@Tag("full")
class DefaultLocaleTests {

    @ArchTest
    static final ArchRule textsAreFormattedInAGivenLocale = noClasses()
            .should()
            .callMethod(String.class, "formatted", Object[].class)
            .orShould()
            .callMethod(String.class, "format", String.class, Object[].class)
            .orShould()
            .callMethod(PrintStream.class, "printf", String.class, Object[].class)
            .orShould()
            .callConstructor(Formatter.class)
            .because("String.format(Locale.ROOT, ...) does not depend on the default locale");

    @ArchTest
    static final ArchRule lettersChangeTheirCaseInAGivenLocale = noClasses()
            .should()
            .callMethod(String.class, "toLowerCase")
            .orShould()
            .callMethod(String.class, "toUpperCase")
            .because("toLowerCase(Locale.ROOT) does not depend on the default locale");
}
