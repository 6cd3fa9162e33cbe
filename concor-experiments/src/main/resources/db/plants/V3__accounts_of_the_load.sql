-- the accounts of testbed.Accounts, for H2
insert into account (number, balance)
    select prefix.digits || cast(94770000000 + series.x as varchar), 1000000
    from system_range(0, 9999) series
    cross join (values (''), ('1')) as prefix (digits);
