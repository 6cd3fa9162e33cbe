package io.concor.sample.billing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The lines, accounts, products and tariffs in the database. */
@Repository
public class MasterData {

    private final JdbcClient database;

    MasterData(JdbcClient database) {
        this.database = database;
    }

    /** Returns account, product and tariff of a call: that of the longest prefix. Empty if no account has the line. */
    Optional<Rate> rate(String caller, String called) {
        return database.sql("""
                        select a.number, a.product, t.price, t.increment_seconds
                        from subscriber_line l
                        join account a on a.number = l.account
                        left join tariff t on t.product = a.product and :called like t.prefix || '%'
                        where l.number = :caller
                        order by length(t.prefix) desc nulls last
                        fetch first 1 row only""")
                .param("caller", caller)
                .param("called", called)
                .query((row, index) -> new Rate(row.getString("number"), row.getString("product"), tariff(row)))
                .optional();
    }

    private static Rate.@Nullable Tariff tariff(ResultSet row) throws SQLException {
        long price = row.getLong("price");
        return row.wasNull() ? null : new Rate.Tariff(price, row.getInt("increment_seconds"));
    }

    /** Returns the stored balance of an account, in hundredths of a cent. Empty if there is no such account. */
    public Optional<Long> balance(String account) {
        return database.sql("select balance from account where number = :account")
                .param("account", account)
                .query(Long.class)
                .optional();
    }
}
