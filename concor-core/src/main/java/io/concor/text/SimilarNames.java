package io.concor.text;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds the existing names that an unknown name was probably meant to be. Ignores case and all characters but letters
 * and digits. Thread-safe.
 */
public final class SimilarNames {

    private static final int LONGEST_NAME = 100;
    private static final int LONGEST_LIST = 3;
    private static final int SHORTEST_PART = 3;
    private static final int MOST_EDITS = 3;
    /** The difference of names of which one contains the other. */
    private static final int CONTAINED = MOST_EDITS + 1;

    private SimilarNames() {}

    /**
     * Returns a question to append to an unknown name in a message, such as <code> (did you mean 'threads'?)</code>, or
     * an empty text if no name is similar. Never quotes the unknown name; one of more than 100 characters is similar to
     * none.
     */
    public static String hint(String unknown, Collection<String> known) {
        List<String> similar = unknown.length() > LONGEST_NAME ? List.of() : similar(plain(unknown), known);
        return similar.isEmpty() ? "" : " (did you mean '" + String.join("' or '", similar) + "'?)";
    }

    /** Returns the names with the least difference, if it is small. A number is similar to none. */
    private static List<String> similar(String unknown, Collection<String> known) {
        if (unknown.chars().noneMatch(Character::isLetter)) {
            return List.of();
        }
        SortedMap<Integer, List<String>> byDifference =
                known.stream().collect(groupingBy(name -> difference(unknown, plain(name)), TreeMap::new, toList()));
        byDifference.remove(Integer.MAX_VALUE);
        return byDifference.values().stream()
                .limit(1)
                .flatMap(List::stream)
                .limit(LONGEST_LIST)
                .toList();
    }

    private static String plain(String name) {
        return name.replaceAll("[^\\p{L}\\p{N}]", "").toLowerCase(Locale.ROOT);
    }

    private static int difference(String unknown, String name) {
        int allowed = Math.min(MOST_EDITS, (unknown.length() + 1) / 3);
        if (Math.abs(unknown.length() - name.length()) <= allowed) {
            int edits = edits(unknown, name);
            if (edits <= allowed) {
                return edits;
            }
        }
        return contains(unknown, name) || contains(name, unknown) ? CONTAINED : Integer.MAX_VALUE;
    }

    private static boolean contains(String whole, String part) {
        return part.length() >= SHORTEST_PART && whole.contains(part);
    }

    /** Returns the number of insertions, deletions, substitutions and swaps of neighbours between two texts. */
    private static int edits(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : edits(edits, a, i, b, j);
            }
        }
        return edits[a.length()][b.length()];
    }

    /** Returns the number of edits between the first i and the first j characters. */
    private static int edits(int[][] edits, String a, int i, String b, int j) {
        int substituted = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int least = Math.min(substituted, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
    }
}
