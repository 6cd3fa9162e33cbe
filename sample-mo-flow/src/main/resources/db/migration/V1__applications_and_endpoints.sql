create table application (
    id bigint not null primary key,
    name varchar(64) not null unique
);

create table endpoint (
    id bigint not null primary key,
    application_id bigint not null,
    address varchar(500) not null,
    enabled boolean not null,
    foreign key (application_id) references application (id)
);

create index endpoint_by_application on endpoint (application_id);
