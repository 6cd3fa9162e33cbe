package io.concor.sample.ussd.menu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;

class MenusTest {

    private static final String SOUND = """
            default-text: Again please.
            unknown-service-text: Unknown.
            services: { "*100#": main }
            menus:
              main: { text: Main, choices: { 1: { text: One, menu: one } } }
              one: { text: First, choices: { 1: { text: End, menu: last } } }
              last: { text: Bye }
            """;

    @Test
    void readsTheFileOfTheServer() {
        assertThat(MenuReader.read(new ClassPathResource("menus.yml"))
                        .ofService("*100#")
                        .page())
                .startsWith("Your account\n1 Balance");
    }

    @Test
    void writesALineForEachChoice() {
        Menus menus = read(SOUND);

        assertThat(menus.named("main").page()).isEqualTo("Main\n1 One");
        assertThat(menus.named("one").page()).isEqualTo("First\n1 End");
        assertThat(menus.named("last").page()).isEqualTo("Bye");
        assertThat(menus.ofService("*1#").page()).isEqualTo("Unknown.");
    }

    @Test
    void showsTheWaysBackIfThereIsAMenuBefore() {
        Menus menus = read(SOUND.replace("\"*100#\": main", "\"*100#\": main, \"*200#\": one"));

        assertThat(pageAfter("1")).isEqualTo("First\n1 End\n0 Back\n00 Main menu");
        assertThat(pageAfter(menus, "*100#", "1"))
                .as("also where another service begins with it")
                .isEqualTo("First\n1 End\n0 Back\n00 Main menu");
        assertThat(pageAfter(menus, "*200#")).isEqualTo("First\n1 End");
        assertThat(pageAfter("1", "1")).as("a final page").isEqualTo("Bye");
    }

    @Test
    void goesBackAsManyMenusAsItWentOn() {
        assertThat(pageAfter("1", "0")).isEqualTo("Main\n1 One");
        assertThat(pageAfter("1", "00")).isEqualTo("Main\n1 One");
        assertThat(pageAfter("0", "0")).isEqualTo("Main\n1 One");
        assertThat(pageAfter("1", "0", "1", "1")).isEqualTo("Bye");
    }

    @Test
    void staysAtTheSamePageAfterAnUnknownChoice() {
        assertThat(pageAfter("1", "8")).isEqualTo("Again please.\nFirst\n1 End\n0 Back\n00 Main menu");
        assertThat(pageAfter("")).isEqualTo("Again please.\nMain\n1 One");
        assertThat(pageAfter("8", "1")).startsWith("First");
    }

    @Test
    void acceptsNoChoiceAfterAFinalPage() {
        assertThat(pageAfter("1", "1", "0", "1")).isEqualTo("Bye");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "menu: last; menu: lost; menus.one.choices.1.menu ('lost') names no menu; name one of [main, one, last]",
                "menu: one; menu: lost; menus.main.choices.1.menu ('lost') names no menu; name one of",
                "\"*100#\": main; \"*100#\": lost; services.*100# ('lost') names no menu; name one of",
                "\"*100#\": main; \"*100#\": ; services.*100# ('null') names no menu; name one of",
                "\"*100#\": main; \"100\": main; services.100 ('100') is no service code; like *100#",
                "menu: last; menu: main; is in a loop; a menu without choices",
                "menu: last; menu: one; is in a loop; a menu without choices",
                "text: Bye; text: ' '; menus.last.text ('') is empty; write a text",
                "{ text: Bye }; ; menus.last ('') is empty; give it a text",
                "text: One, menu; menu; menus.main.choices.1.text ('') is empty; write a text",
                "text: Bye; text: Bye, choices: {}; menus.last.choices ('') is empty; leave the key out",
                "1: { text: One; 0: { text: One; menus.main.choices.0 ('0') is no choice; take 1 to 99",
                "{ text: Bye }; { text: Bye }\\n  lost: { text: Lost }; menus.lost ('lost') cannot be reached; take it out",
                "text: Bye; text: Bye \u20ac; menus.last.text ('Bye \u20ac') holds what is not in the GSM; otherwise",
                "default-text: Again please.; other: x; cannot be read, other is not known; write default-text",
                "text: Bye; text: [Bye]; cannot be read, menus.last.text is of the wrong kind; each menu with text",
                "last: { text: Bye }; last: &l { text: Bye }\\n  more: *l; cannot be read; without aliases",
                "last: { text: Bye }; last: &l { text: Bye, choices: *l }; cannot be read; without aliases",
                "last: {; main: {; cannot be read; each key once"
            })
    void refusesMenusThatWouldFailASubscriber(String part, String instead, String what, String action) {
        String text = SOUND.replace(part, instead == null ? "" : instead.replace("\\n", "\n"));

        assertThatExceptionOfType(InvalidMenusException.class)
                .isThrownBy(() -> read(text))
                .withMessageContaining(what)
                .satisfies(invalid -> assertThat(invalid.action()).contains(action));
    }

    @Test
    void refusesAnEmptyFileAndOneThatIsNotThere() {
        assertThatExceptionOfType(InvalidMenusException.class)
                .isThrownBy(() -> read(""))
                .withMessageContaining("default-text ('') is empty");
        assertThatExceptionOfType(InvalidMenusException.class)
                .isThrownBy(() -> MenuReader.read(new ClassPathResource("none.yml")))
                .withMessageContaining("none.yml");
    }

    @Test
    void refusesAFileThatHoldsNoMenus() {
        assertThatExceptionOfType(InvalidMenusException.class)
                .isThrownBy(() -> read("just a text"))
                .withMessageContaining("cannot be read, it is no YAML of keys and values");
        assertThatExceptionOfType(InvalidMenusException.class)
                .isThrownBy(() -> MenuReader.read(new ByteArrayResource(new byte[] {(byte) 0xff})))
                .withMessageContaining("cannot be read, it is no text in UTF-8");
    }

    @Test
    void takesAPageThatIsFullAndNoLongerOne() {
        String room = "x".repeat(Menus.PAGE_CHARACTERS - "Again please.\n\n1 One".length());

        assertThat(read(SOUND.replace("text: Main", "text: " + room))
                        .ofService("*100#")
                        .page())
                .hasSize(Menus.PAGE_CHARACTERS - "Again please.\n".length());
        assertThatExceptionOfType(InvalidMenusException.class)
                .isThrownBy(() -> read(SOUND.replace("text: Main", "text: x" + room)))
                .withMessageContaining("menus.main")
                .withMessageContaining("takes 183 characters");
    }

    @Test
    void countsTheWaysBackOfAMenuThatAChoiceLeadsTo() {
        String room = "x".repeat(Menus.PAGE_CHARACTERS - "Again please.\n\n1 End\n0 Back\n00 Main menu".length());

        assertThat(read(SOUND.replace("text: First", "text: " + room))).isNotNull();
        assertThatExceptionOfType(InvalidMenusException.class)
                .isThrownBy(() -> read(SOUND.replace("text: First", "text: x" + room)))
                .withMessageContaining("menus.one")
                .withMessageContaining("takes 183 characters");
    }

    @Test
    void namesFileAndMistakeAtTheStart() {
        FailureAnalysis analysis = new InvalidMenusFailureAnalyzer()
                .analyze(new IllegalStateException(new InvalidMenusException("menus.a ('b') is bad", "mend it", null)));

        assertThat(analysis.getDescription()).contains("menus.a ('b') is bad");
        assertThat(analysis.getAction()).contains("ussd.menus", "mend it");
        assertThat(new InvalidMenusFailureAnalyzer().analyze(new IllegalStateException("another")))
                .isNull();
    }

    private static String pageAfter(String... choices) {
        return pageAfter(read(SOUND), "*100#", choices);
    }

    private static String pageAfter(Menus menus, String dialled, String... choices) {
        MenuNavigation navigation = new MenuNavigation(menus, menus.ofService(dialled));
        List.of(choices).forEach(navigation::choose);
        return navigation.page();
    }

    private static Menus read(String text) {
        return MenuReader.read(new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)));
    }
}
