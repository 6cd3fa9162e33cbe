package io.concor.experiments.testbed;

/** The supported databases. The names are Spring profiles of the samples. */
public enum Database {
    mariadb("MariaDB", "root", ""),
    postgres("PostgreSQL", "postgres", "postgres");

    private final String title;
    private final String user;
    private final String password;

    Database(String title, String user, String password) {
        this.title = title;
        this.user = user;
        this.password = password;
    }

    public String title() {
        return title;
    }

    public String user() {
        return user;
    }

    public String password() {
        return password;
    }
}
