/** What operators are told about by mail or webhook, and whether the platform can reach us. One text for both engines. */
export const alerts = `
  create table alerts (
    -- Its name, the same for as long as it is the same problem
    finding text primary key,
    detail text not null,
    began_at bigint not null,
    seen_at bigint not null,
    over_at bigint,
    -- How often it began within a few hours
    begins bigint not null
  );

  create table alert_ways (
    way text primary key,
    -- Of where alerts go
    target_hash text not null,
    next_at bigint not null,
    failures bigint not null,
    failing_since bigint,
    reason text not null,
    sent_at bigint
  );

  create table alert_tellings (
    way text not null,
    finding text not null,
    began_at bigint not null,
    told text not null,
    told_at bigint not null,
    primary key (way, finding)
  );

  -- Since when a place for snapshots has its schedule, before which none could be late
  create table snapshot_schedules (
    place text primary key,
    schedule text not null,
    since bigint not null
  );

  alter table connections add column asked_at bigint;
  alter table connections add column unreachable_since bigint;
  alter table connections add column unreachable_reason text;
`
