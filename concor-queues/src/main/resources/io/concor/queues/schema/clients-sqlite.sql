-- The message queues for clients of Concor, version 1. Can be run by hand, and again. All times are milliseconds since 1970
-- of the clock of the database. Later versions only add. They need the tables of schema-sqlite.sql too.

create table if not exists concor_message_id (
  name  text not null,
  value integer not null, -- the last id that was given
  primary key (name)
) without rowid;

insert or ignore into concor_message_id (name, value) values ('message', 0), ('queue', 0);

create table if not exists concor_client_schema (
  version       integer not null,
  readable_from integer not null, -- the oldest version that can use these tables
  created_at    integer not null,
  primary key (version)
) without rowid;

create table if not exists concor_client (
  id         integer not null,
  name       text not null,
  registered integer not null, -- 0: it has left
  created_at integer not null,
  primary key (id),
  constraint concor_client_name unique (name)
);

create table if not exists concor_client_queue (
  id         integer not null,
  name       text not null,
  created_by text not null, -- the name of a client
  created_at integer not null,
  primary key (id),
  constraint concor_client_queue_name unique (name)
);

create table if not exists concor_message (
  queue      integer not null,
  id         integer not null,
  sender     integer not null,
  receiver   integer not null, -- 0: any client but the sender
  message_id text, -- chosen by the sender; null: the id
  content    blob not null, -- UTF-8
  length     integer not null, -- characters of content
  sent_at    integer not null,
  due_at     integer not null, -- 0: can be received; otherwise delayed or leased until then
  lessee     integer, -- the client that has leased it
  receipt    integer, -- of the lease
  primary key (queue, id)
);

create table if not exists concor_message_seen (
  queue      integer not null,
  sender     integer not null,
  message_id text not null,
  sent_at    integer not null,
  primary key (queue, sender, message_id)
) without rowid;

create index if not exists concor_message_inbox on concor_message (receiver, queue, due_at, id);
create index if not exists concor_message_sender on concor_message (receiver, queue, due_at, sender, id);
create index if not exists concor_message_due on concor_message (due_at) where due_at > 0;
create index if not exists concor_message_seen_sent_at on concor_message_seen (sent_at);

insert into concor_client_schema (version, readable_from, created_at)
select 1, 1, cast(strftime('%s', 'now') as integer) * 1000 from (select 1 as one) o
where not exists (select 1 from concor_client_schema where version = 1);
