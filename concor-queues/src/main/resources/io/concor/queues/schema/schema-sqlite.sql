-- The durable queues of Concor, version 2. Can be run by hand, and again. All times are milliseconds since 1970 of the
-- clock of the database. Later versions only add.

create table if not exists concor_event_id (
  name  text not null,
  value integer not null, -- the id of the event that was put last
  primary key (name)
) without rowid;

insert or ignore into concor_event_id (name, value) values ('concor_event_id', 0);

create table if not exists concor_schema (
  version       integer not null,
  readable_from integer not null, -- the oldest version that can use these tables
  created_at    integer not null,
  primary key (version)
) without rowid;

create table if not exists concor_queue (
  id     integer not null,
  flow   text not null,
  slot   text not null,
  lanes  integer not null,
  paused integer not null, -- 1: hands out nothing
  primary key (id),
  constraint concor_queue_name unique (flow, slot)
);

create table if not exists concor_event (
  queue         integer not null,
  lane          integer not null,
  id            integer not null,
  event_id      text not null,
  key_text      text, -- null: without a key
  type          text not null, -- the logical name of the type of the message
  version       integer not null,
  size          integer not null, -- bytes of body
  body          blob not null,
  headers       blob, -- null: none
  put_at        integer not null,
  due_at        integer not null, -- 0: at once
  attempts      integer not null, -- begun
  failures      integer not null, -- attempts that failed
  first_failed  integer,
  last_failed   integer,
  component     text, -- the one that failed last
  error_type    text,
  error_message text,
  primary key (queue, lane, id)
) without rowid;

create table if not exists concor_delayed (
  queue         integer not null,
  lane          integer not null,
  id            integer not null,
  event_id      text not null,
  key_text      text, -- null: without a key
  type          text not null, -- the logical name of the type of the message
  version       integer not null,
  size          integer not null, -- bytes of body
  body          blob not null,
  headers       blob, -- null: none
  put_at        integer not null,
  due_at        integer not null,
  attempts      integer not null, -- begun
  failures      integer not null, -- attempts that failed
  first_failed  integer,
  last_failed   integer,
  component     text, -- the one that failed last
  error_type    text,
  error_message text,
  primary key (queue, due_at, id)
) without rowid;

create table if not exists concor_dead (
  queue         integer not null,
  lane          integer not null,
  id            integer not null,
  event_id      text not null,
  key_text      text, -- null: without a key
  type          text not null, -- the logical name of the type of the message
  version       integer not null,
  size          integer not null, -- bytes of body
  body          blob not null,
  headers       blob, -- null: none
  put_at        integer not null,
  attempts      integer not null, -- begun
  failures      integer not null, -- attempts that failed
  first_failed  integer,
  last_failed   integer,
  component     text, -- the one that failed last
  error_type    text,
  error_message text,
  holds         integer not null, -- 1: later events of its key wait
  primary key (queue, id)
) without rowid;

create table if not exists concor_seen (
  queue    integer not null,
  event_id text not null,
  put_at   integer not null,
  primary key (queue, event_id)
) without rowid;

create table if not exists concor_instance (
  id          text not null,
  name        text not null,
  started_at  integer not null,
  lease_until integer not null,
  wake        integer not null, -- grows when events were put that this instance hands out
  primary key (id)
) without rowid;

create table if not exists concor_consumer (
  queue    integer not null,
  instance text not null,
  primary key (queue, instance)
) without rowid;

create table if not exists concor_lane (
  queue        integer not null,
  lane         integer not null,
  owner        text, -- an instance, or null
  epoch        integer not null, -- grows with each change of the owner
  attempted_to integer not null, -- events up to this id may have been begun
  primary key (queue, lane)
) without rowid;

create table if not exists concor_partition (
  queue    text not null, -- the name of a remote queue
  part     integer not null, -- the number of the partition
  topic_id text not null, -- what is done there is about that topic
  epoch    integer not null, -- grows with each change of the owner
  primary key (queue, part)
) without rowid;

create table if not exists concor_progress (
  queue text not null,
  part  integer not null,
  epoch integer not null, -- under which it was written
  id    integer not null,
  done  blob not null, -- which events of the partition have ended with a transaction
  primary key (queue, part, epoch, id)
) without rowid;

create table if not exists concor_store (
  name    text not null,
  content text not null,
  primary key (name)
) without rowid;

create index if not exists concor_dead_holds on concor_dead (queue, holds, id);
create index if not exists concor_seen_put_at on concor_seen (put_at);

insert into concor_schema (version, readable_from, created_at)
select 1, 1, cast(strftime('%s', 'now') as integer) * 1000 from (select 1 as one) o
where not exists (select 1 from concor_schema where version = 1);

insert into concor_schema (version, readable_from, created_at)
select 2, 1, cast(strftime('%s', 'now') as integer) * 1000 from (select 1 as one) o
where not exists (select 1 from concor_schema where version = 2);
