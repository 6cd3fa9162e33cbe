-- The message queues for clients of Concor, version 1. Can be run by hand, and again. All times are milliseconds since 1970
-- of the clock of the database. Later versions only add. They need the tables of schema-h2.sql too.

create sequence if not exists concor_message_id no cache;

create table if not exists concor_client_schema (
  version       integer not null,
  readable_from integer not null, -- the oldest version that can use these tables
  created_at    bigint not null,
  primary key (version)
);

create table if not exists concor_client (
  id         integer generated always as identity,
  name       varchar(255) not null,
  registered integer not null, -- 0: it has left
  created_at bigint not null,
  primary key (id),
  constraint concor_client_name unique (name)
);

create table if not exists concor_client_queue (
  id         integer generated always as identity,
  name       varchar(255) not null,
  created_by varchar(255) not null, -- the name of a client
  created_at bigint not null,
  primary key (id),
  constraint concor_client_queue_name unique (name)
);

create table if not exists concor_message (
  queue      integer not null,
  id         bigint not null,
  sender     integer not null,
  receiver   integer not null, -- 0: any client but the sender
  message_id varchar(255), -- chosen by the sender; null: the id
  content    varbinary(268435456) not null, -- UTF-8
  length     integer not null, -- characters of content
  sent_at    bigint not null,
  due_at     bigint not null, -- 0: can be received; otherwise delayed or leased until then
  lessee     integer, -- the client that has leased it
  receipt    bigint, -- of the lease
  primary key (queue, id)
);

create table if not exists concor_message_seen (
  queue      integer not null,
  sender     integer not null,
  message_id varchar(255) not null,
  sent_at    bigint not null,
  primary key (queue, sender, message_id)
);

create index if not exists concor_message_inbox on concor_message (receiver, queue, due_at, id);
create index if not exists concor_message_sender on concor_message (receiver, queue, due_at, sender, id);
create index if not exists concor_message_due on concor_message (due_at);
create index if not exists concor_message_seen_sent_at on concor_message_seen (sent_at);

insert into concor_client_schema (version, readable_from, created_at)
select 1, 1, datediff(millisecond, timestamp with time zone '1970-01-01 00:00:00+00:00', current_timestamp) from (select 1 as one) o
where not exists (select 1 from concor_client_schema where version = 1);
