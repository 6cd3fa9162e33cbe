-- The durable queues of Concor, version 2. Can be run by hand, and again. All times are milliseconds since 1970 of the
-- clock of the database. Later versions only add.

create sequence if not exists concor_event_id cache 1;

create table if not exists concor_schema (
  version       integer not null,
  readable_from integer not null, -- the oldest version that can use these tables
  created_at    bigint not null,
  primary key (version)
);

create table if not exists concor_queue (
  id     integer generated always as identity,
  flow   varchar(255) not null,
  slot   varchar(255) not null,
  lanes  integer not null,
  paused integer not null, -- 1: hands out nothing
  primary key (id),
  constraint concor_queue_name unique (flow, slot)
);

create table if not exists concor_event (
  queue         integer not null,
  lane          integer not null,
  id            bigint not null,
  event_id      varchar(255) not null,
  key_text      varchar(1000), -- null: without a key
  type          varchar(255) not null, -- the logical name of the type of the message
  version       integer not null,
  size          integer not null, -- bytes of body
  body          bytea not null,
  headers       bytea, -- null: none
  put_at        bigint not null,
  due_at        bigint not null, -- 0: at once
  attempts      integer not null, -- begun
  failures      integer not null, -- attempts that failed
  first_failed  bigint,
  last_failed   bigint,
  component     varchar(255), -- the one that failed last
  error_type    varchar(255),
  error_message varchar(2000),
  primary key (queue, lane, id)
) with (fillfactor = 90, vacuum_truncate = false, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0.0, autovacuum_analyze_threshold = 5000);

create table if not exists concor_delayed (
  queue         integer not null,
  lane          integer not null,
  id            bigint not null,
  event_id      varchar(255) not null,
  key_text      varchar(1000), -- null: without a key
  type          varchar(255) not null, -- the logical name of the type of the message
  version       integer not null,
  size          integer not null, -- bytes of body
  body          bytea not null,
  headers       bytea, -- null: none
  put_at        bigint not null,
  due_at        bigint not null,
  attempts      integer not null, -- begun
  failures      integer not null, -- attempts that failed
  first_failed  bigint,
  last_failed   bigint,
  component     varchar(255), -- the one that failed last
  error_type    varchar(255),
  error_message varchar(2000),
  primary key (queue, due_at, id)
) with (vacuum_truncate = false, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000);

create table if not exists concor_dead (
  queue         integer not null,
  lane          integer not null,
  id            bigint not null,
  event_id      varchar(255) not null,
  key_text      varchar(1000), -- null: without a key
  type          varchar(255) not null, -- the logical name of the type of the message
  version       integer not null,
  size          integer not null, -- bytes of body
  body          bytea not null,
  headers       bytea, -- null: none
  put_at        bigint not null,
  attempts      integer not null, -- begun
  failures      integer not null, -- attempts that failed
  first_failed  bigint,
  last_failed   bigint,
  component     varchar(255), -- the one that failed last
  error_type    varchar(255),
  error_message varchar(2000),
  holds         integer not null, -- 1: later events of its key wait
  primary key (queue, id)
);

create table if not exists concor_seen (
  queue    integer not null,
  event_id varchar(255) not null,
  put_at   bigint not null,
  primary key (queue, event_id)
) with (autovacuum_vacuum_scale_factor = 0.02);

create table if not exists concor_instance (
  id          varchar(64) not null,
  name        varchar(255) not null,
  started_at  bigint not null,
  lease_until bigint not null,
  wake        bigint not null, -- grows when events were put that this instance hands out
  primary key (id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 500);

create table if not exists concor_consumer (
  queue    integer not null,
  instance varchar(64) not null,
  primary key (queue, instance)
);

create table if not exists concor_lane (
  queue        integer not null,
  lane         integer not null,
  owner        varchar(64), -- an instance, or null
  epoch        bigint not null, -- grows with each change of the owner
  attempted_to bigint not null, -- events up to this id may have been begun
  primary key (queue, lane)
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 500);

create table if not exists concor_partition (
  queue    varchar(255) not null, -- the name of a remote queue
  part     integer not null, -- the number of the partition
  topic_id varchar(255) not null, -- what is done there is about that topic
  epoch    bigint not null, -- grows with each change of the owner
  primary key (queue, part)
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 500);

create table if not exists concor_progress (
  queue varchar(255) not null,
  part  integer not null,
  epoch bigint not null, -- under which it was written
  id    bigint not null,
  done  bytea not null, -- which events of the partition have ended with a transaction
  primary key (queue, part, epoch, id)
) with (vacuum_truncate = false, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 5000);

create table if not exists concor_store (
  name    varchar(255) not null,
  content varchar(255) not null,
  primary key (name)
);

create index if not exists concor_dead_holds on concor_dead (queue, holds, id);
create index if not exists concor_seen_put_at on concor_seen (put_at);

-- Plans for an empty table would scan it, and be kept when it has grown: so it begins with some 300 pages, which stay.
insert into concor_event (queue, lane, id, event_id, type, version, size, body, put_at, due_at, attempts, failures)
select 0, i % 16, i, '', '', 0, 0, decode(repeat('00', 500), 'hex'), 0, 0, 0, 0 from generate_series(1, 4000) as i
where not exists (select 1 from concor_schema);
analyze concor_event;
delete from concor_event where queue = 0;

insert into concor_schema (version, readable_from, created_at)
select 1, 1, cast(extract(epoch from clock_timestamp()) * 1000 as bigint) from (select 1 as one) o
where not exists (select 1 from concor_schema where version = 1);

insert into concor_schema (version, readable_from, created_at)
select 2, 1, cast(extract(epoch from clock_timestamp()) * 1000 as bigint) from (select 1 as one) o
where not exists (select 1 from concor_schema where version = 2);
