/** Media files and erasures. */
export const media = `
  alter table media add column source_url text;
  alter table media add column source_preview_url text;
  alter table media add column preview_state text;
  alter table media add column preview_sha256 text;
  create index media_by_preview on media (preview_sha256) where preview_sha256 is not null;

  create table released_files (release_id integer primary key, sha256 text not null);

  create index message_ids_awaited on message_ids (channel) where time is null and unsent = 0;

  create table erasures (
    erasure_id integer primary key,
    kind text not null,
    subject text not null,
    channel_subject text,
    at integer not null,
    finished_at integer,
    counts text not null,
    work text
  );
  create index erasures_of_subject on erasures (subject);
  create index erasures_open on erasures (erasure_id) where finished_at is null;

  update media set preview_state = 'pending' where state = 'stored' and type in ('image', 'video');
  insert into jobs (channel, kind, name, detail, created_at, run_at)
    select m.channel, 'make-preview', 'make-preview ' || c.channel_id || ' ' || m.message_id,
      json_object('kind', 'make-preview', 'channelId', c.channel_id, 'messageId', m.message_id), m.time, 0
    from media m join channels c on c.channel = m.channel where m.preview_state = 'pending';
  insert into job_queues (channel, kind, next_at)
    select distinct channel, 'make-preview', 0 from media where preview_state = 'pending';
`
