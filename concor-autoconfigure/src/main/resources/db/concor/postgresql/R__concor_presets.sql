-- The presets of Concor, and every version that was saved of each. Can be run by hand, and again.
create table if not exists concor_preset (
  id          varchar(36)  not null primary key,
  revision    bigint       not null, -- counts the changes of this row
  flow_name   varchar(100) not null,
  preset_name varchar(100) not null,
  folded_name varchar(100) not null, -- preset_name, each character in upper and then in lower case
  latest      bigint       not null, -- the number of the version that counts
  deleted     boolean      not null, -- its versions are kept
  constraint concor_preset_name unique (flow_name, folded_name)
);

create table if not exists concor_preset_version (
  id             varchar(36)  not null primary key,
  preset_id      varchar(36)  not null,
  version_number bigint       not null,
  saved_at       varchar(40)  not null, -- UTC, such as 2026-01-31T12:00:00Z
  reason         varchar(200),          -- shortened; the content has it whole
  content        text not null, -- as in a preset's file
  constraint concor_preset_version_number unique (preset_id, version_number),
  constraint concor_preset_version_of foreign key (preset_id) references concor_preset (id)
);
