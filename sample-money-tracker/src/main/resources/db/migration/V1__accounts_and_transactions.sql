create table account (
    number varchar(20) not null primary key,
    balance decimal(19, 2) not null,
    check (balance >= 0)
);

create table trx (
    id varchar(64) not null primary key,
    type varchar(16) not null,
    account varchar(20) not null,
    counter_account varchar(20),
    amount decimal(19, 2) not null,
    balance decimal(19, 2) not null,
    booked_at ${instant} not null,
    check (amount > 0),
    foreign key (account) references account (number),
    foreign key (counter_account) references account (number)
);
