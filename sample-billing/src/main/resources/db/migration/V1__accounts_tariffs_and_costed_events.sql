-- amounts and prices are whole hundredths of a cent

create table product (
    name varchar(32) not null primary key
);

create table tariff (
    product varchar(32) not null,
    prefix varchar(15) not null,
    price bigint not null,
    increment_seconds integer not null,
    primary key (product, prefix),
    check (price >= 0),
    check (increment_seconds > 0),
    foreign key (product) references product (name)
);

create table account (
    number varchar(20) not null primary key,
    product varchar(32) not null,
    balance bigint not null,
    foreign key (product) references product (name)
);

create table subscriber_line (
    number varchar(15) not null primary key,
    account varchar(20) not null,
    foreign key (account) references account (number)
);

create table costed_event (
    id varchar(64) not null primary key,
    account varchar(20) not null,
    product varchar(32) not null,
    caller varchar(15) not null,
    called varchar(15) not null,
    started_at timestamp with time zone not null,
    seconds integer not null,
    charging varchar(16) not null,
    amount bigint not null,
    costed_at timestamp with time zone default current_timestamp not null,
    check (amount >= 0),
    foreign key (account) references account (number)
);

create table rejected_record (
    number bigint generated always as identity primary key,
    source varchar(300) not null,
    record varchar(1000) not null,
    rejection varchar(32) not null,
    reason varchar(300) not null,
    rejected_at timestamp with time zone default current_timestamp not null
);
