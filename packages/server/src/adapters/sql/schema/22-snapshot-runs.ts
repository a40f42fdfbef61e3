/** What the service did about snapshots: making them, reading them again, and restoring them to test them. One text for both engines. */
export const snapshotRuns = `
  create table snapshot_runs (
    run_id text primary key,
    target text not null,
    work text not null,
    place text not null,
    begun_at bigint not null,
    finished_at bigint,
    state text not null,
    reason text not null,
    counts text not null,
    bytes bigint not null,
    verified_through text not null,
    notes text not null
  );
  create index snapshot_runs_by_work on snapshot_runs (target, work, begun_at);
`
