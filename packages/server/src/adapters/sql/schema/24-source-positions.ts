/** Sources that are asked for events: how far each has got, and what operators should know about them. One text for both engines. */
export const sourcePositions = `
  create table source_positions (
    platform text not null,
    source text not null,
    value text not null,
    at bigint not null,
    primary key (platform, source)
  );

  alter table connections add column polled_at bigint;
  alter table connections add column behind bigint;
  alter table connections add column conflict_at bigint;
  -- The last time for which the platform couldn't deliver events, and why. Without a beginning, that is unknown.
  alter table connections add column missed_since bigint;
  alter table connections add column missed_until bigint;
  alter table connections add column missed_reason text;
`
