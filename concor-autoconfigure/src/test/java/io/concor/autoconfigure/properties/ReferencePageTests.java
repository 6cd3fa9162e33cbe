package io.concor.autoconfigure.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferencePageTests {

    private static final Path PAGE = Path.of("../docs/reference.md");

    @Test
    void isUpToDate() throws IOException {
        if (Boolean.getBoolean("concor.docs.write")) {
            Files.writeString(PAGE, ReferencePage.text());
        }
        assertThat(PAGE).as("see docs/contributing.md for the command").hasContent(ReferencePage.text());
    }

    @Test
    void describesEveryPropertyAndNestedOnes() {
        assertThat(ReferencePage.properties())
                .extracting(ReferencePage.Property::name)
                .contains(
                        "concor.flows.<name>.slots.<name>.wait",
                        "concor.flows.<name>.transactions[].isolation",
                        "concor.security.users.<name>.password",
                        "concor.security.users.<name>.roles",
                        "concor.security.oauth2.roles");
        assertThat(ReferencePage.properties()).allSatisfy(property -> assertThat(property.description())
                .as(property.name())
                .endsWith(".")
                .doesNotContain("{@"));
    }

    @Test
    void statesTheDefaultOfEveryProperty() {
        List<String> required =
                List.of("concor.flows.<name>.transactions[].from", "concor.flows.<name>.slots.<name>.pool");
        assertThat(ReferencePage.properties())
                .filteredOn(property -> !property.type().matches("java.util.(Map|List|Set).*"))
                .filteredOn(property -> !required.contains(property.name()))
                .allSatisfy(property -> assertThat(property.value() + property.description())
                        .as(property.name())
                        .containsPattern("`|Default: "));
    }
}
